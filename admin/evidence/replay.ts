import { isDay } from '../../shared/platform/domain/record.ts';
import { replayCopies } from '../../shared/platform/usecases/replay-copies.ts';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { dataOptions, openData } from './open-data.ts';

/** `restore replay`: restores from the copies what a restored table lacks. */
export const replay: Tool = {
  name: 'replay',
  about:
    'Repeat revocations, removals, payments and taken numbers that a restored table lacks, from the evidence copies; without --carry-out, only list them',
  options: [
    ['--since <day>', 'UTC day of the backup, or the day before'],
    ['--carry-out', 'write the changes'],
    ...dataOptions,
  ],
  example: 'restore replay --since 2026-03-01 --carry-out',
  async run(options, target, terminal) {
    const since = options['since'];
    if (typeof since !== 'string' || !isDay(since)) {
      throw new Failure('usage', 'Missing --since, such as 2026-03-01.');
    }
    const data = await openData(options, target(), terminal.env);
    const carryOut = options['carryOut'] === true;
    const report = await replayCopies({ since, carryOut }, { ...data, now: () => new Date() });
    if (options['json'] === true) {
      terminal.write(`${JSON.stringify(report, null, 2)}\n`);
      return;
    }
    const verb = carryOut ? 'written' : 'to be written';
    for (const [kind, { known, replayed, lost }] of Object.entries(report.facts)) {
      terminal.write(
        `${kind.padEnd(22)} ${replayed} ${verb}, ${known} known, ${lost} of items that are lost\n`,
      );
    }
    terminal.write(`${'entries of the trail'.padEnd(22)} ${report.lostEntries.length} ${verb}\n`);
    const acts = Map.groupBy(report.lostEntries, ({ action }) => action);
    for (const [action, entries] of acts) {
      terminal.write(`  ${action.padEnd(40)} ${entries.length}\n`);
    }
    for (const { paymentKey, invoiceId } of report.unsettledPayments) {
      terminal.write(`check: invoice ${invoiceId} was paid (${paymentKey})\n`);
    }
    for (const { what, wrong } of report.findings) terminal.write(`${what} ${wrong}\n`);
  },
};
