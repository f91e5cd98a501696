import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnRules, statesFile, statesPage } from '../../bin/states.ts';

it('docs/states.md is as the rules are; `npm run generate` writes it', () => {
  expect(readFileSync(statesFile, 'utf8')).toBe(statesPage());
});

it('every state machine of the capabilities is drawn', () => {
  const withMachines = globSync('shared/*/domain/*.ts').filter((file) =>
    /^export const \w+Transitions\b/m.test(readFileSync(file, 'utf8')),
  );
  expect([...new Set(drawnRules())].toSorted()).toEqual(withMachines.toSorted());
});
