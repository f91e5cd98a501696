import { copyFormerEntries } from '../../shared/platform/usecases/copy-changes.ts';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { dataOptions, openData } from './open-data.ts';

/** `audit copy`: copies entries that are older than the copier. */
export const copy: Tool = {
  name: 'copy',
  about:
    'Copy entries that were written before copying was introduced; without --carry-out, only count them',
  options: [['--carry-out', 'copy them'], ...dataOptions],
  example: 'audit copy --carry-out',
  async run(options, target, terminal) {
    const carryOut = options['carryOut'] === true;
    const data = await openData(options, target(), terminal.env);
    const report = await copyFormerEntries({ carryOut }, { ...data, now: () => new Date() });
    if (options['json'] === true) terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    const { since, inTable, copied } = report;
    if (since === null) {
      throw new Failure('refused', 'The copier has not run yet. Run it first.');
    }
    if (options['json'] === true) return;
    terminal.write(
      `${inTable} entries are older than ${since}; ${copied} of them ${carryOut ? 'were' : 'must be'} copied.\n`,
    );
  },
};
