import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnRules, statesFile, statesPage } from '../../bin/states.ts';

it('docs/states.md is up to date', () => {
  expect(readFileSync(statesFile, 'utf8')).toBe(statesPage());
});

const tables = globSync('shared/*/domain/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^export const (\w+Transitions)\b/gm)].map(
    ([, name = '']) => ({ file, name }),
  ),
);

it('docs/states.md shows every state table', () => {
  expect(drawnRules().toSorted()).toEqual(tables.map(({ file }) => file).toSorted());
});

it('production code reads every state table through `nextState` or `isFinal`', () => {
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
