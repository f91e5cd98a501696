import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { samePersonReasonsOf } from '../../../shared/people/domain/same-person.ts';

const person = (name: string, citizenships: readonly string[] = []) => {
  const [givenName = null, surname = null] = name.split('/');
  return { givenName, surname, citizenships };
};

describe('two people with one date of birth', () => {
  it.each([
    ['José/Núñez', 'jose/NUNEZ', 'same_name'],
    ['Ana/Li', 'Li/Ana', 'same_name'],
    ['Ana María/López', 'Ana/López', 'similar_name'],
    ['María/López', 'María/López García', 'similar_name'],
    ['Katherine/Johnson', 'Catherine/Johnson', 'similar_name'],
    ['Ana/De la Cruz', 'Ana/Delacruz', 'similar_name'],
  ])('%s and %s may be the same person: %s', (one, other, reason) => {
    expect(samePersonReasonsOf(person(one), person(other), distance)).toEqual([reason]);
    expect(samePersonReasonsOf(person(other), person(one), distance)).toEqual([reason]);
  });

  it.each([
    ['Ana/López', 'Eva/López'],
    ['Ana/Li', 'Ana/Lu'],
    ['Ana', 'Ana/López'],
    ['', ''],
    ['Ana/López', ''],
  ])('%s and %s are different people', (one, other) => {
    expect(samePersonReasonsOf(person(one, ['HN']), person(other, ['HN']), distance)).toEqual([]);
  });

  it('have a shared citizenship as an additional reason only', () => {
    const [one, other] = [person('Ana/Li', ['HN', 'GB']), person('Ana/Li', ['GB'])];
    expect(samePersonReasonsOf(one, other, distance)).toEqual(['same_name', 'same_citizenship']);
    expect(samePersonReasonsOf(one, person('Ana/Li', ['FR']), distance)).toEqual(['same_name']);
  });
});
