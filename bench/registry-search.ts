/**
 * CPU time of one registry search at 100,000 entities, in a warm process.
 *
 * Builds the same names on every run, searches for 400 fixed queries of several kinds (then for all
 * of them again, each with one entity renamed just before and counted in), prints a table in
 * milliseconds and exits with 1 when a 95th percentile is over the budget.
 */
import { createRegistryIndex, type RegistryRow } from '../shared/registry/domain/registry-index.ts';

const ENTITIES = 100_000;
const BUDGET_P95_MS = 10;

const beginnings =
  'ba,be,bri,ca,co,cy,da,del,dy,e,el,fa,fi,ga,gra,ha,hel,i,jo,ka,ki,la,li,lu,ma,me,mi,mo,na,no,o,or,pa,pe,pri,qui,ra,ro,sa,se,so,sta,ta,te,tri,u,va,ve,wa,xe,ya,zo,é,šu,ø'.split(
    ',',
  );
const middles =
  'ba,ce,da,do,ga,go,ka,la,le,li,lo,ma,mi,mo,na,ne,ni,no,pa,ra,ri,ro,sa,ta,te,ti,to,va,vi,xi,zu,ñe'.split(
    ',',
  );
const endings =
  'a,an,ar,ce,da,dia,en,er,ex,ia,ic,in,ion,is,ium,ix,la,lo,m,n,nd,ne,on,or,os,ra,rd,ro,s,ta,th,um,us,x,ß'.split(
    ',',
  );
const trades =
  'Holdings,Ventures,Capital,Labs,Group,Trading,Consulting,Software,Partners,Digital,Energy,Health,Media,Logistics,Foods,Design,Studio,Systems,Research,Biotech,Realty,Marine,& Sons,Próspera,2000'.split(
    ',',
  );

const random = pseudoRandom(20_240_229);
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

const rows = Array.from({ length: ENTITIES }, (_, number) => entity(number));
const index = createRegistryIndex();
const heapBefore = process.memoryUsage().heapUsed;
const building = cpuMilliseconds(() => index.apply(rows));
const first = cpuMilliseconds(() => index.search('zzzz'));
const heapMegabytes = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20;

const queries = [
  ...kind('rare word', 100, () => firstWord(pick(rows).name)),
  ...kind('two words', 80, () => pick(rows).name.split(' ').slice(0, 2).reverse().join(' ')),
  ...kind('prefix', 60, () => pick(rows).name.slice(0, 3 + Math.floor(random() * 4))),
  ...kind('single letter', 50, () => pick([...'abcdefghijklmnopqrstuvwxyz'])),
  ...kind('inner letters', 30, () => firstWord(pick(rows).name).slice(2, 4)),
  ...kind('RPN part', 40, () => rpn(Math.floor(random() * ENTITIES)).slice(-6, -1)),
  ...kind('no match', 30, () => `${pick(trades)} qqxq`),
  ...kind('common letters', 10, () =>
    pick(['a o q', 'ar er', 's t r n', 'e a i o n r t s l', 'l a b s e i o u']),
  ),
].toSorted((left, right) => left.order - right.order);

for (const { text } of queries) index.search(text);

const timings = queries.map(({ kind, text }) => {
  let matches = 0;
  const milliseconds = cpuMilliseconds(() => {
    matches = index.search(text).results.length;
  });
  return { kind, milliseconds, matches };
});
let version = 1;
const afterChange = queries.map(({ text }) => {
  version += 1;
  const row = { ...pick(rows), name: pick(rows).name, version };
  return cpuMilliseconds(() => {
    index.apply([row]);
    index.search(text);
  });
});

const kinds = [...new Set(timings.map(({ kind }) => kind))].toSorted();
const all = timings.map(({ milliseconds }) => milliseconds);
const lines = [
  ['query', 'count', 'p50 ms', 'p95 ms', 'max ms', 'mean rows'],
  ...kinds.map((kind) => {
    const own = timings.filter((timing) => timing.kind === kind);
    const found = own.reduce((sum, { matches }) => sum + matches, 0) / own.length;
    return [kind, ...summary(own.map(({ milliseconds }) => milliseconds)), found.toFixed(0)];
  }),
  ['all', ...summary(all), ''],
  ['all, each after a change', ...summary(afterChange), ''],
];
for (const [title = '', ...figures] of lines) {
  process.stdout.write(
    `${title.padEnd(26)}${figures.map((figure) => figure.padStart(10)).join('')}\n`,
  );
}
process.stdout.write(
  `${index.size} entities: ${building.toFixed(0)} ms to build, ${first.toFixed(0)} ms for the first search, ${heapMegabytes.toFixed(0)} MB\n`,
);
const worst = Math.max(percentile(all, 0.95), percentile(afterChange, 0.95));
if (worst > BUDGET_P95_MS) {
  process.stdout.write(`Over budget: p95 ${worst.toFixed(2)} ms > ${BUDGET_P95_MS} ms\n`);
  process.exitCode = 1;
}

function entity(number: number): RegistryRow {
  const coined = () => {
    const word =
      pick(beginnings) + pick(middles) + (random() < 0.5 ? pick(middles) : '') + pick(endings);
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  const parts = [coined(), ...(random() < 0.35 ? [coined()] : []), pick(trades)];
  return {
    id: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    name: parts.join(' '),
    extension: 'LLC',
    residentPermitNumber: random() < 0.95 ? rpn(number) : null,
    version: 1,
  };
}

function rpn(number: number): string {
  return `8${String((number * 7_368_787_301 + 12_345) % 10 ** 13).padStart(13, '0')}`;
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
}

function kind(name: string, count: number, text: () => string) {
  return Array.from({ length: count }, () => ({ kind: name, text: text(), order: random() }));
}

function cpuMilliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function summary(values: readonly number[]): readonly string[] {
  const figures = [0.5, 0.95, 1].map((part) => percentile(values, part).toFixed(2));
  return [String(values.length), ...figures];
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** Mulberry32: the same numbers in 0 … 1 on every run. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
