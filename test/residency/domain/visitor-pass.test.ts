import { describe, expect, it } from 'vitest';
import { isSignedByName } from '../../../shared/residency/contracts/visitor-pass-contract.ts';

const zoe = { firstName: 'Zoë', lastName: 'de la Cruz Núñez' };

describe('the signature of a visitor pass application (spec 4.18)', () => {
  it.each([
    'Zoë de la Cruz Núñez',
    'zoe',
    'ZOE\u0301LIE',
    'Z o e',
    'DE LA CRUZ NUNEZ',
    'delacruznunez, z.',
    'Dr. Zoe\u0308',
  ])('is accepted as the applicant’s own: %j', (signature) => {
    expect(isSignedByName(signature, zoe)).toBe(true);
  });

  it.each(['Ada Lovelace', 'Z. Cruz', 'zo e', 'Nunez de la Cruz', '́'])(
    'is refused as someone else’s: %j',
    (signature) => {
      expect(isSignedByName(signature, { firstName: 'Zara', lastName: zoe.lastName })).toBe(false);
    },
  );

  it.each([
    ['Иванов', { firstName: 'Ёлка', lastName: 'ИВАНОВ' }],
    ['Strasse', { firstName: 'Max', lastName: 'Straße' }],
    ['山田 太郎', { firstName: '太郎', lastName: '山田' }],
    ['Lukasz Walesa', { firstName: 'Łukasz', lastName: 'Wałęsa' }],
    ['Walesa', { firstName: 'X', lastName: 'Wałęsa' }],
    ['Soren Orsted', { firstName: 'Søren', lastName: 'Ørsted' }],
    ['orsted', { firstName: 'X', lastName: 'Ørsted' }],
    ['Djokovic', { firstName: 'Đorđe', lastName: 'Đjoković' }],
    ['Dorde', { firstName: 'Đorđe', lastName: 'X' }],
    ['Aesa', { firstName: 'Æsa', lastName: 'Þórsdóttir' }],
    ['Thorsdottir', { firstName: 'Æsa', lastName: 'Þórsdóttir' }],
    ['Oe', { firstName: 'Œ', lastName: 'X' }],
    ["D'Arcy", { firstName: 'D’Arcy', lastName: 'X' }],
    ['O`Neill', { firstName: 'X', lastName: 'Oʼneill' }],
    ['ONeill', { firstName: 'X', lastName: 'O′Neill' }],
    ['Jean-Luc', { firstName: 'Jean\u2011Luc', lastName: 'X' }],
    ['Jean Luc', { firstName: 'Jean–Luc', lastName: 'X' }],
    ['Isik', { firstName: 'Işık', lastName: 'X' }],
    ['Musa Haji', { firstName: 'Muṣaʿ', lastName: 'X' }],
  ])('matches %s in any script', (signature, names) => {
    expect(isSignedByName(signature, names)).toBe(true);
  });

  it('is not valid if a name has no letters', () => {
    const marks = { firstName: '\u0301', lastName: '\u0308' };
    expect(isSignedByName('anything', marks)).toBe(false);
  });
});
