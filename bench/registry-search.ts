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
 * Lists results above their target, and exits 1 above a limit. `--smoke` measures ours and SQLite
 * at 100,000 names, with wider limits. `--names 10000000` measures only ours at that number,
 * without limits; ten million need `node --max-old-space-size=12000`.
 */
const { smoke = false, names } = parseArgs({
  options: { smoke: { type: 'boolean' }, names: { type: 'string' } },
}).values;
const alone = names !== undefined;

/**
 * The targets: milliseconds of CPU for each kind of query and for similar names, for a start and
 * for a snapshot, and megabytes. Because machines differ, a limit is the target or, if that is
 * more, follows from SQLite's time in the same run: 1.5 times its 95th percentile for a query, and
 * `fill` times what it needs to fill its index for a snapshot.
 */
const budgets = [
  { count: 100_000, query: 5, start: 500, write: 1_500, fill: 4, megabytes: 200 },
  { count: 1_000_000, query: 5, start: 1_000, write: 10_000, fill: 2, megabytes: 250 },
];

const over: string[] = [];
const shown =
  names === undefined ? budgets : budgets.map((each) => ({ ...each, count: Number(names) }));
for (const budget of alone || smoke ? shown.slice(0, 1) : shown) {
  const { rows, queries } = registryOf(budget.count);
  const own = await ours(rows, queries);
  const peer = alone ? undefined : await sqlite(rows, queries);
  const other = alone || smoke ? undefined : await postgres(rows, queries);
  const reports = [own, peer, other].filter((report) => report !== undefined);
  process.stdout.write(`\n${budget.count} names\n`);
  show(reports, queries);
  process.stdout.write(
    `ours: similar names, p50 ${percentile(own.similar, 0.5).toFixed(2)}, p95 ${percentile(own.similar, 0.95).toFixed(2)}, ${(percentile(own.similar, 0.5) / percentile(own.milliseconds, 0.5)).toFixed(1)} searches\n`,
  );
  if (peer) judge(own, peer, queries, budget);
}
for (const line of over) process.stdout.write(`Above its limit: ${line}\n`);
if (over.length > 0) process.exitCode = 1;

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
  peer: EngineReport,
  queries: readonly BenchQuery[],
  budget: (typeof budgets)[number],
): void {
  const check = (what: string, figure: number, target: number, unit: string, ofPeer = 0) => {
    const limit = Math.max(target, ofPeer) * (smoke ? 1.5 : 1);
    const line = (most: number) =>
      `${what} at ${budget.count}: ${figure.toFixed(1)} > ${most.toFixed(1)} ${unit}`;
    if (figure > limit) over.push(line(limit));
    else if (figure > target) process.stdout.write(`Above its target: ${line(target)}\n`);
  };
  const peersQuery = 1.5 * percentile(peer.milliseconds, 0.95);
  const checkQuery = (what: string, times: readonly number[]) =>
    check(`p95, ${what}`, percentile(times, 0.95), budget.query, 'ms', peersQuery);
  for (const kind of kindsOf(queries)) checkQuery(kind, ofKind(milliseconds, queries, kind));
  checkQuery('after a change', afterChange);
  checkQuery('similar names', similar);
  check('CPU of a start', start.cpu, budget.start, 'ms');
  check('CPU of a snapshot', write, budget.write, 'ms', budget.fill * (peer.write ?? 0));
  check('memory, resident', mostMegabytes, budget.megabytes, 'MB');
}

function missing(): never {
  throw new RangeError('There is no engine');
}
