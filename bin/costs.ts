import { readFileSync, writeFileSync } from 'node:fs';
import { type Cost, costOf, idleMonth, total } from './costs/compute.ts';
import { type Deployment, readMeasured, type Use } from './costs/measured.ts';
import { prices, pricesOf } from './costs/prices.ts';

export const costsFile = new URL('../docs/costs.md', import.meta.url);

/** A month of a registry with 10,000 residents: how often each thing happens. */
export const monthOfTenThousand: Readonly<Record<string, number>> = {
  verify_rpn: 1_000_000,
  'registry search': 200_000,
  whoami: 100_000,
  'an application read': 50_000,
  'documents of an entity': 50_000,
  'a page of the portal': 100_000,
  'a sign-in': 10_000,
  'an LLC, from its creation to the entity': 200,
  'a Certificate of Good Standing, issued': 400,
  'an amendment, from its creation to the certificate': 100,
  "a residency, from the partner's draft to the resident": 400,
  'an application for a visitor pass': 500,
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
    'In USD, us-east-1; the last column is the total in eu-central-1.',
    millions(uses),
    'Measured for one:',
    measuredTable(uses),
    '## A month without calls',
    idleTable(deployment),
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

function idleTable(deployment: Deployment): string {
  const rows = Object.entries(idleMonth(deployment, prices['us-east-1']));
  const sum = rows.reduce((all, [, cost]) => all + cost, 0);
  return table(
    ['What', 'USD'],
    [...rows.map(([what, cost]) => [what, usd(cost)]), ['**sum**', usd(sum)]],
  );
}

function monthTable(uses: Readonly<Record<string, Use>>, deployment: Deployment): string {
  const rows = Object.entries(monthOfTenThousand).map(
    ([name, count]): [string, readonly number[]] => {
      const use = uses[name];
      if (use === undefined) throw new Error(`nobody has measured ${name}`);
      return [
        `${count.toLocaleString('en')} × ${name}`,
        regions.map((region) => total(costOf(use, prices[region], count))),
      ];
    },
  );
  const { logMetrics, emittedMetrics, idleMetrics } = deployment;
  const more = emittedMetrics - idleMetrics + logMetrics;
  const kept = (what: string, of: (at: (typeof prices)[(typeof regions)[number]]) => number) =>
    [what, regions.map((region) => of(prices[region]))] as const;
  const all = [
    ...rows,
    kept('a month without calls, as above', (at) =>
      Object.values(idleMonth(deployment, at)).reduce((sum, cost) => sum + cost, 0),
    ),
    kept(`${more} metrics that calls emit, if all occur`, (at) => more * at.metric),
    kept('2 GB in the table, with backups', (at) => 2 * (at.tableStorage + at.tableBackups)),
    kept('20 GB of files', (at) => 20 * at.files),
  ] as const;
  const sums = regions.map((_, index) =>
    all.reduce((sum, [, each]) => sum + (each[index] ?? 0), 0),
  );
  return table(
    ['What', ...regions],
    [...all.map(([what, each]) => [what, ...each.map(usd)]), ['**sum**', ...sums.map(usd)]],
  );
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
