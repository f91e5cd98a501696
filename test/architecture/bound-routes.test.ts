import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { boundBy, oneOfEachKind } from '../support/route-kinds.ts';

/** How rows are bound to their logic: with `operation()` alone, with its options, or as a page. */
const bindings = [
  '',
  'around',
  'around keepsAnswers',
  'around keepsAnswers screen',
  'headers identify present',
  'headers present',
  'identify',
  'identify present',
  'page',
  'page session',
  'page staff',
];

/**
 * The bindings handle credentials, headers, limits, maintenance and invalid bodies. So their suites
 * test one route of each kind (test/support/route-kinds.ts); this file checks that this is enough.
 */
describe('every route', () => {
  it('uses one of the three binders with known options', () => {
    const found = new Set(routes.map(boundBy));
    expect([...found].toSorted()).toEqual(bindings);
  });

  it('exports no endpoint except through its binder', () => {
    for (const entry of new Set(routes.map((route) => route.entry))) {
      const source = readFileSync(entry, 'utf8');
      expect(source, entry).not.toMatch(/\bendpoint\(|\bbound:/);
    }
  });

  it('belongs to a kind whose rules another test covers', () => {
    const chosen = oneOfEachKind(routes);
    expect([...new Set(chosen.map(boundBy))].toSorted()).toEqual(bindings);
    const rules = (rows: typeof chosen) => new Set(rows.map(({ auth }) => auth.scheme));
    expect(rules(chosen)).toEqual(rules(routes));
    expect(oneOfEachKind(chosen)).toEqual(chosen);
  });
});
