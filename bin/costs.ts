import { readFileSync, writeFileSync } from 'node:fs';
import { assumed, type Cost, costOf, idleMonth, logGigabytes, total } from './costs/compute.ts';
import { type Deployment, readMeasured, type Use } from './costs/measured.ts';
import { prices, pricesOf } from './costs/prices.ts';

export const costsFile = new URL('../docs/costs.md', import.meta.url);

/** A month of a registry with 10,000 residents: how often each event occurs. */
export const monthOfTenThousand: Readonly<Record<string, number>> = {
  verify_rpn: 1_000_000,
  'registry search': 200_000,
  whoami: 100_000,
  'application read': 50_000,
  'list of an entity’s documents': 50_000,
  'portal page': 100_000,
  'sign-in': 10_000,
  'LLC, from application to registration': 200,
  'Certificate of Good Standing, from request to issue': 400,
  'amendment, from draft to certificate': 100,
  "residency, from the partner's draft to approval": 400,
  'visitor-pass application': 500,
};

const regions = ['us-east-1', 'eu-central-1'] as const;

/** The page with new tables between `<!-- costs -->` and `<!-- end -->`. */
export function withCosts(page: string): string {
  const place = /(<!-- costs -->\n).*?(<!-- end -->)/s;
  if (!place.test(page)) throw new Error('there is no place for the costs');
  return page.replace(
    place,
    (_, before: string, after: string) => `${before}\n${costs()}\n\n${after}`,
  );
}

/** All tables, as Markdown. */
function costs(): string {
  const { deployment, uses } = readMeasured();
  return [
    `Prices: ${pricesOf} ([prices.ts](../bin/costs/prices.ts)).`,
    '## One million of each',
    'All amounts are in USD, for us-east-1. The last column is the total in eu-central-1.',
    millions(uses),
    'A test measured what one of each uses:',
    measuredTable(uses),
    '## A month without calls',
    idleIntroduction,
    idleTable(uses, deployment),
    '## A month with 10,000 residents',
    monthTable(uses, deployment),
  ].join('\n\n');
}

function millions(uses: Readonly<Record<string, Use>>): string {
  const rows = Object.entries(uses).map(([name, use]) => {
    const cost = costOf(use, prices['us-east-1']);
    return [name, ...columns(cost), usd(total(costOf(use, prices['eu-central-1'])))];
  });
  return table(
    [
      'One million of',
      'table',
      'functions',
      'API Gateway',
      'logs',
      'other',
      'total',
      'eu-central-1',
    ],
    rows,
  );
}

function columns(cost: Cost): readonly string[] {
  const { table: ofTable, functions, gateway, logs, other } = cost;
  return [ofTable, functions, gateway, logs, other, total(cost)].map(usd);
}

function measuredTable(uses: Readonly<Record<string, Use>>): string {
  const rows = Object.entries(uses).map(([name, use]) => [
    name,
    String(use.read),
    String(use.written),
    String(use.apiCalls),
    String(use.invocations),
    String(use.transitions),
    String(use.mails),
    use.logKilobytes.toFixed(1),
  ]);
  return table(
    [
      'One',
      'read units',
      'write units',
      'calls',
      'invocations',
      'transitions',
      'emails',
      'kB of logs',
    ],
    rows,
  );
}

const idleIntroduction = `This is a production stage with every setting that costs something: [the example](../stages/prod.example.json) with
malware scan, its own KMS key, public register, signed documents, a payment provider and a probe with a key. It holds the
data of 10,000 residents.`;

/** The idle month in each region, line by line. */
function idleRows(uses: Readonly<Record<string, Use>>, deployment: Deployment) {
  const probe = measured(uses, 'verify_rpn');
  const each = regions.map((region) => idleMonth(deployment, prices[region], probe));
  return Object.keys(each[0] ?? {}).map((what): readonly [string, readonly number[]] => [
    what,
    each.map((month) => month[what] ?? 0),
  ]);
}

function idleTable(uses: Readonly<Record<string, Use>>, deployment: Deployment): string {
  return withSums(idleRows(uses, deployment));
}

function withSums(rows: readonly (readonly [string, readonly number[]])[]): string {
  return table(
    ['What', ...regions],
    [
      ...rows.map(([what, each]) => [what, ...each.map(usd)]),
      ['**sum**', ...sumsOf(rows).map(usd)],
    ],
  );
}

function sumsOf(rows: readonly (readonly [string, readonly number[]])[]): readonly number[] {
  return regions.map((_, index) => rows.reduce((sum, [, each]) => sum + (each[index] ?? 0), 0));
}

function measured(uses: Readonly<Record<string, Use>>, name: string): Use {
  const use = uses[name];
  if (use === undefined) throw new Error(`nobody has measured ${name}`);
  return use;
}

function monthTable(uses: Readonly<Record<string, Use>>, deployment: Deployment): string {
  const month = Object.entries(monthOfTenThousand).map(([name, count]) => ({
    name,
    count,
    use: measured(uses, name),
  }));
  const all = (of: (use: Use) => number) =>
    month.reduce((sum, { use, count }) => sum + count * of(use), 0);
  const calls = all(({ apiCalls }) => apiCalls) / 1_000_000;
  const logged = all(logGigabytes);
  const kept = logged * (deployment.logDays / 31);
  const metrics = deployment.metrics - deployment.idleMetrics;
  const other = (what: string, of: (at: (typeof prices)[(typeof regions)[number]]) => number) =>
    [what, regions.map((region) => of(prices[region]))] as const;
  return withSums([
    ...month.map(
      ({ name, count, use }) =>
        [
          `${count.toLocaleString('en')} × ${name}`,
          regions.map((region) => total(costOf(use, prices[region], count))),
        ] as const,
    ),
    other(
      `${calls.toFixed(1)} million requests through the firewall`,
      (at) => calls * at.firewallRequests,
    ),
    other(`${metrics} metrics that calls create, at most`, (at) => metrics * at.metric),
    other(
      `${logged.toFixed(1)} GB of logs a month, each kept for ${deployment.logDays} days`,
      (at) => kept * at.logStorage,
    ),
    other(
      `${assumed.scannedFiles.toLocaleString('en')} files of 2 MB scanned for malware`,
      (at) => (assumed.scannedFiles / 1000) * (2 * at.scannedGigabyte + at.scannedFiles),
    ),
    other('100,000 records of document reads', (at) => 0.1 * at.trailEvents),
    ['a month without calls, as above', sumsOf(idleRows(uses, deployment))],
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function usd(cost: number): string {
  return cost.toFixed(2);
}

if (import.meta.main) {
  const page = withCosts(readFileSync(costsFile, 'utf8'));
  writeFileSync(costsFile, page);
  process.stdout.write(`${costs()}\n`);
}
