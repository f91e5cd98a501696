import { readFileSync, writeFileSync } from 'node:fs';
import { monthOfTenThousand } from './costs.ts';
import { ceilingOf, limits, most, nameOf, type Usage, usageOf } from './load/compute.ts';
import { type Load, readLoad } from './load/measured.ts';
import { type PartitionKind, partitionKinds } from './load/partitions.ts';

export const tableFile = new URL('../docs/table.md', import.meta.url);

const llc = 'LLC, from application to registration';

/** Seconds of a month of 31 days. */
const secondsOfMonth = 2_678_400;
/** The ratio of the busiest second to the average. */
const peak = 10;

/** The busiest second of the month with 10,000 residents in docs/costs.md, multiplied. */
export function busiestSecond(times: number): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(monthOfTenThousand).map(([act, count]) => [
      act,
      (count / secondsOfMonth) * peak * times,
    ]),
  );
}

/** What is simulated. */
export const scenarios: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'the busiest second of a month with 10,000 residents': busiestSecond(1),
  'ten times that': busiestSecond(10),
  'a thousand times that': busiestSecond(1_000),
  '1,000 LLCs in a second, from application to registration': { [llc]: 1_000 },
  '1,000 LLCs in a second, and a thousand times the other load of the busiest second': {
    ...busiestSecond(1_000),
    [llc]: 1_000,
  },
};

/** The page with new tables between `<!-- load -->` and `<!-- end -->`. */
export function withLoad(page: string, load: Load): string {
  const place = /(<!-- load -->\n).*?(<!-- end -->)/s;
  if (!place.test(page)) throw new Error('there is no place for the partitions');
  const made = [partitionTable(load), ceilings(load), simulation(load)].join('\n\n');
  return page.replace(
    place,
    (_, before: string, after: string) => `${before}\n${made}\n\n${after}`,
  );
}

function partitionTable(load: Load): string {
  const rows = partitionKinds.map((kind) => {
    const name = nameOf(kind);
    const written = mostOf(load, name, 'written');
    const read = mostOf(load, name, 'read');
    return [
      `\`${shown(kind)}\``,
      kind.where,
      kind.of,
      asked(written),
      asked(read),
      ceiling(kind, written.units, read.units),
    ];
  });
  return [
    '“Written” and “Read” show the measured call or case that uses the most units of this list or key, with these units. “–” means that no measured call or case uses any. “Limit a second” shows how many such calls or cases the list or key allows in a second. If none uses it, the column shows the write units that it allows. “Of one” means that the limit applies to each key, such as each person.',
    table(['Partition', 'Table or index', 'Contents', 'Written', 'Read', 'Limit a second'], rows),
  ].join('\n\n');
}

/** `AUDIT#0 to #15`. */
function shown({ pattern, shards = 0 }: PartitionKind): string {
  return shards > 1 ? `${pattern}#0 to #${shards - 1}` : pattern;
}

interface MostAsked {
  readonly units: number;
  readonly act: string;
}

function mostOf(load: Load, name: string, way: 'written' | 'read'): MostAsked {
  const asking = Object.entries(load).map(([act, kinds]) => ({
    act,
    units: kinds[name]?.[way] ?? 0,
  }));
  return asking.reduce((found, each) => (each.units > found.units ? each : found), {
    act: '',
    units: 0,
  });
}

function asked({ units, act }: MostAsked): string {
  return units === 0 ? '–' : `${units}: ${act.replace(/,.*/, '')}`;
}

function ceiling({ shards = 0 }: PartitionKind, written: number, read: number): string {
  const parts = Math.max(1, shards);
  const times = Math.min(
    written === 0 ? Infinity : (parts * limits.written) / written,
    read === 0 ? Infinity : (parts * limits.read) / read,
  );
  if (times === Infinity) return `${count(parts * limits.written)} units`;
  return `${count(times)}${shards === 0 ? ' of one' : ''}`;
}

function ceilings(load: Load): string {
  const rows = Object.keys(load).flatMap((act) => {
    const [fullest] = usageOf(load, { [act]: 1 });
    const times = ceilingOf(load, act);
    if (fullest === undefined || times === Infinity) return [];
    return [[act, count(times), `\`${shown(fullest.kind)}\``]];
  });
  return [
    'The most calls or cases a second, without other load, until the first shared list is full:',
    table(['Call or case', 'A second', 'Fullest list'], rows),
  ].join('\n\n');
}

function simulation(load: Load): string {
  const rows = Object.entries(scenarios).map(([name, perSecond]) => {
    const fullest = usageOf(load, perSecond).slice(0, 3);
    return [name, ...fullest.map(full)];
  });
  return [
    `The next table is a simulation with the measured units. It assumes that the busiest second has ${peak} times the average load, and that all items of a kind go to one of its lists.`,
    table(['Load', 'Fullest list', 'Second', 'Third'], rows),
  ].join('\n\n');
}

function full(usage: Usage): string {
  const way = usage.written >= usage.read ? 'written' : 'read';
  return `\`${shown(usage.kind)}\` ${(most(usage) * 100).toFixed(most(usage) < 0.01 ? 3 : 0)} % (${way})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

function count(of: number): string {
  return Math.floor(of).toLocaleString('en-US');
}

if (import.meta.main) {
  const page = withLoad(readFileSync(tableFile, 'utf8'), readLoad());
  writeFileSync(tableFile, page);
  process.stdout.write(`${simulation(readLoad())}\n`);
}
