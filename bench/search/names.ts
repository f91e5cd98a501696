import type { RegistryRow } from '../../shared/registry/domain/registry-entry.ts';

const keyPrefixes =
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

/** A query and its kind. */
export interface BenchQuery {
  readonly kind: string;
  readonly text: string;
}

/** The same registry with this many names, and the same 400 queries, on every run. */
export function registryOf(count: number): {
  readonly rows: readonly RegistryRow[];
  readonly queries: readonly BenchQuery[];
} {
  const random = pseudoRandom(20_240_229);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  };
  const coined = () => {
    const word =
      pick(keyPrefixes) + pick(middles) + (random() < 0.5 ? pick(middles) : '') + pick(endings);
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  const rows = Array.from({ length: count }, (_, number) => ({
    id: `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`,
    name: [coined(), ...(random() < 0.35 ? [coined()] : []), pick(trades)].join(' '),
    extension: 'LLC',
    residentPermitNumber: random() < 0.95 ? rpn(number) : null,
    version: 1,
  }));
  const kind = (name: string, times: number, text: () => string) =>
    Array.from({ length: times }, () => ({ kind: name, text: text(), order: random() }));
  const queries = [
    ...kind('rare word', 100, () => firstWord(pick(rows).name)),
    ...kind('two words', 80, () => pick(rows).name.split(' ').slice(0, 2).reverse().join(' ')),
    ...kind('prefix', 60, () => pick(rows).name.slice(0, 3 + Math.floor(random() * 4))),
    ...kind('single letter', 50, () => pick([...'abcdefghijklmnopqrstuvwxyz'])),
    ...kind('inner letters', 30, () => firstWord(pick(rows).name).slice(2, 4)),
    ...kind('RPN part', 40, () => rpn(Math.floor(random() * count)).slice(-6, -1)),
    ...kind('no match', 30, () => `${pick(trades)} qqxq`),
    ...kind('common letters', 10, () =>
      pick(['a o q', 'ar er', 's t r n', 'e a i o n r t s l', 'l a b s e i o u']),
    ),
  ].toSorted((left, right) => left.order - right.order);
  return { rows, queries };
}

function rpn(number: number): string {
  return `8${String((number * 7_368_787_301 + 12_345) % 10 ** 13).padStart(13, '0')}`;
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name;
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
