import { expect, it } from 'vitest';
import { orderOfNames } from '../../shared/kernel/domain/person-name.ts';

it('sorts names by language rules and numbers by value', () => {
  const names = ['Fund 10', 'Éclair', 'acme', 'Zeta', 'Fund 9', 'Acme', 'eclair', 'Fund 9 B', ''];
  const sorted = ['', 'acme', 'Acme', 'eclair', 'Éclair', 'Fund 9', 'Fund 9 B', 'Fund 10', 'Zeta'];
  expect(names.toSorted(orderOfNames)).toEqual(sorted);
  expect(names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))).toEqual(
    sorted,
  );
});
