import { verifyEvidence } from '../../shared/platform/usecases/verify-evidence.ts';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { dataOptions, openData } from './open-data.ts';

/** `audit verify`: exit code 1 if something is missing or differs. */
export const verify: Tool = {
  name: 'verify',
  about:
    'Compare the trail with its copies, the copies with their hash chain, and the hash chain with its signatures',
  options: [
    [
      '--from <date>',
      'entries from this instant on (a date means midnight UTC; default: 7 days ago)',
    ],
    ['--to <date>', 'entries until this instant (default: now)'],
    [
      '--public-key <base64>',
      'public key that must have signed the hash chain, as stored outside the account',
    ],
    ...dataOptions,
  ],
  example: 'audit verify --from 2026-03-01',
  async run(options, target, terminal) {
    const now = new Date();
    const from = instant(options['from']) ?? new Date(now.getTime() - 7 * 86_400_000);
    const to = instant(options['to']) ?? now;
    const publicKey = options['publicKey'];
    const data = await openData(options, target(), terminal.env);
    const report = await verifyEvidence(
      { from, to, ...(typeof publicKey === 'string' && { publicKey }) },
      { ...data, now: () => now },
    );
    const { inTable, inCopies, chain, findings } = report;
    if (options['json'] === true) terminal.write(`${JSON.stringify(report, null, 2)}\n`);
    else {
      terminal.write(
        `${inTable} entries in the table and ${inCopies} in the copies, from ${report.from} to ${report.to}.
${chain.days} days signed, the last ${chain.signedThrough ?? 'none'}.
Head of the chain   ${chain.head ?? 'none'}
Digest of its key   ${chain.key ?? 'none'}\n`,
      );
      for (const { at, what, wrong } of findings.slice(0, 20)) {
        terminal.write(`${at}  ${what}  ${wrong}\n`);
      }
      if (findings.length > 20) terminal.write(`and ${findings.length - 20} more (--json)\n`);
    }
    const [first] = findings;
    if (first)
      throw new Failure('refused', `The first: ${first.what} (${first.at}) ${first.wrong}.`);
  },
};

function instant(given: unknown): Date | undefined {
  if (typeof given !== 'string') return undefined;
  const date = new Date(given);
  if (Number.isNaN(date.getTime())) throw new Failure('usage', `not a date: '${given}'`);
  return date;
}
