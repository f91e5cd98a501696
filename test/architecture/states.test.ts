import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnRules, statesFile, statesPage } from '../../bin/states.ts';

it('docs/states.md is as the rules are; `npm run generate` writes it', () => {
  expect(readFileSync(statesFile, 'utf8')).toBe(statesPage());
});

const tables = globSync('shared/*/domain/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^export const (\w+Transitions)\b/gm)].map(
    ([, name = '']) => ({ file, name }),
  ),
);

it('every table of states is drawn', () => {
  expect(drawnRules().toSorted()).toEqual(tables.map(({ file }) => file).toSorted());
});

it('every table of states decides: production code reads it through `nextState`, or asks whether a state `isFinal`', () => {
  const code = globSync('{shared,functions}/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => text.includes('Transitions'))
    .join('\n')
    .replaceAll(/^import [^;]+;/gm, '');
  const reads = tables.map(({ name }) => {
    const mentions = code.matchAll(new RegExp(`(\\w*)\\W\\s*${name}\\b`, 'g'));
    return [name, new Set([...mentions].map(([, before]) => before))] as const;
  });
  expect(reads.filter(([, before]) => !before.has('nextState'))).toEqual([]);
  expect(
    reads.filter(([, before]) => !before.isSubsetOf(new Set(['const', 'nextState', 'isFinal']))),
  ).toEqual([]);
});
