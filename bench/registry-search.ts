import { parseArgs } from 'node:util';
import { type EngineReport, percentile } from './search/engine.ts';
import { type BenchQuery, registryOf } from './search/names.ts';
import { type OurReport, ours } from './search/ours.ts';
import { postgres } from './search/postgres.ts';
import { sqlite } from './search/sqlite.ts';

/**
 * Measures the registry search at 100,000 and a million names: 400 fixed queries of several kinds,
 * in a warm process, and the start from a snapshot. Compares it with SQLite and, if installed,
 * PostgreSQL, which have no limits. Times are milliseconds of CPU, except those of PostgreSQL.
 * Exits 1 over a budget. `--smoke` measures only ours at 100,000 names, without limits because the
 * machine may be busy. `--names 10000000` measures only ours at that number, without limits; ten
 * million need `node --max-old-space-size=12000`.
 */
const { smoke = false, names } = parseArgs({
  options: { smoke: { type: 'boolean' }, names: { type: 'string' } },
}).values;
const alone = smoke || names !== undefined;

/**
 * The budgets: milliseconds for each kind of query and for similar names, milliseconds of CPU for a
 * start and for a snapshot, and megabytes.
 */
const budgets = [
  { count: 100_000, p95: 5, similar: 5, start: 500, write: 1_500, megabytes: 200 },
  { count: 1_000_000, p95: 5, similar: 5, start: 1_000, write: 10_000, megabytes: 250 },
];

const over: string[] = [];
const shown =
  names === undefined ? budgets : budgets.map((each) => ({ ...each, count: Number(names) }));
for (const budget of alone ? shown.slice(0, 1) : shown) {
  const { rows, queries } = registryOf(budget.count);
  const own = await ours(rows, queries);
  const others = alone ? [] : [await sqlite(rows, queries), await postgres(rows, queries)];
  const reports = [own, ...others.filter((report) => report !== undefined)];
  process.stdout.write(`\n${budget.count} names\n`);
  show(reports, queries);
  process.stdout.write(
    `ours: similar names, p50 ${percentile(own.similar, 0.5).toFixed(2)}, p95 ${percentile(own.similar, 0.95).toFixed(2)}, ${(percentile(own.similar, 0.5) / percentile(own.milliseconds, 0.5)).toFixed(1)} searches\n`,
  );
  judge(own, queries, budget);
}
for (const line of over) process.stdout.write(`Over budget: ${line}\n`);
if (!alone && over.length > 0) process.exitCode = 1;

function kindsOf(queries: readonly BenchQuery[]): readonly string[] {
  return [...new Set(queries.map(({ kind }) => kind))].toSorted();
}

function ofKind(values: readonly number[], queries: readonly BenchQuery[], kind?: string) {
  return values.filter((_, index) => kind === undefined || queries[index]?.kind === kind);
}

function show(reports: readonly EngineReport[], queries: readonly BenchQuery[]): void {
  const print = (title: string, figures: readonly string[]) =>
    process.stdout.write(
      `${title.padEnd(26)}${figures.map((figure) => figure.padStart(12)).join('')}\n`,
    );
  print('query', ['count', ...reports.flatMap(({ name }) => [name, 'p95', 'max'])]);
  const line = (title: string, values: (report: EngineReport) => readonly number[]) =>
    print(title, [
      String(values(reports[0] ?? missing()).length),
      ...reports.flatMap((report) =>
        [0.5, 0.95, 1].map((part) => {
          const own = values(report);
          return own.length === 0 ? '' : percentile(own, part).toFixed(2);
        }),
      ),
    ]);
  for (const kind of kindsOf(queries)) {
    line(kind, ({ milliseconds }) => ofKind(milliseconds, queries, kind));
  }
  line('all', ({ milliseconds }) => milliseconds);
  line('all, each after a change', ({ afterChange = [] }) => afterChange);
  for (const { name, notes, found } of reports) {
    const rows = found.reduce((sum, each) => sum + each, 0);
    process.stdout.write(`${name}: ${rows} rows found; ${notes}\n`);
  }
}

function judge(
  { milliseconds, afterChange = [], similar, start, write, mostMegabytes }: OurReport,
  queries: readonly BenchQuery[],
  budget: (typeof budgets)[number],
): void {
  const check = (what: string, figure: number, most: number, unit: string) => {
    if (figure > most)
      over.push(`${what} at ${budget.count}: ${figure.toFixed(1)} > ${most} ${unit}`);
  };
  for (const kind of kindsOf(queries)) {
    check(`p95, ${kind}`, percentile(ofKind(milliseconds, queries, kind), 0.95), budget.p95, 'ms');
  }
  check('p95 after a change', percentile(afterChange, 0.95), budget.p95, 'ms');
  check('p95 of similar names', percentile(similar, 0.95), budget.similar, 'ms');
  check('CPU of a start', start.cpu, budget.start, 'ms');
  check('CPU of a snapshot', write, budget.write, 'ms');
  check('memory, resident', mostMegabytes, budget.megabytes, 'MB');
}

function missing(): never {
  throw new RangeError('There is no engine');
}
