import { describe, expect, it } from 'vitest';
import { isJoinerNeeded } from '../../../shared/kernel/domain/refused-character.ts';

const joiner = '\u200d';
const nonJoiner = '\u200c';

/** Whether the first invisible character of the text is where the script needs it. */
function isNeeded(text: string): boolean {
  const characters = [...text];
  return isJoinerNeeded(
    characters,
    characters.findIndex((character) => character === joiner || character === nonJoiner),
  );
}

const beh = '\u0628'; // joins on both sides
const alef = '\u0627'; // joins the previous only
const fatha = '\u064e'; // a mark that letters join across
const ka = '\u0915';
const virama = '\u094d';
const nukta = '\u093c'; // ccc 7
const udatta = '\u0951'; // ccc 230
const vowel = '\u093e'; // class 0
const anusvara = '\u0902'; // class 0, nonspacing

/** UAX #31, section 2.3. */
describe('a non-joiner is needed', () => {
  it.each([
    ['between letters that would join (A1)', `${beh}${nonJoiner}${alef}`],
    ['across marks on both sides', `${beh}${fatha}${nonJoiner}${fatha}${alef}`],
    ['across several marks', `${beh}${fatha}${fatha}${nonJoiner}${fatha}${fatha}${beh}`],
    ['behind a virama, before a letter (A2)', `${ka}${virama}${nonJoiner}${ka}`],
    ['behind a virama and another mark', `${ka}${virama}${udatta}${nonJoiner}${ka}`],
    ['behind a letter with a mark and a virama', `${ka}${nukta}${virama}${nonJoiner}${ka}`],
    ['behind a virama, before a mark and a letter', `${ka}${virama}${nonJoiner}${udatta}${ka}`],
    [
      'behind a letter with a mark of class 0 and a virama',
      `${ka}${anusvara}${virama}${nonJoiner}${ka}`,
    ],
  ])('%s', (_, text) => {
    expect(isNeeded(text)).toBe(true);
  });
});

describe('a non-joiner is not needed', () => {
  it.each([
    ['alone', nonJoiner],
    ['at the beginning', `${nonJoiner}${alef}`],
    ['at the end', `${beh}${nonJoiner}`],
    ['behind a letter that joins no next', `${alef}${nonJoiner}${beh}`],
    ['between letters of Latin', `a${nonJoiner}b`],
    ['before a letter that joins no former', `${beh}${nonJoiner}a`],
    ['behind a letter without virama', `${ka}${nonJoiner}${ka}`],
    ['behind another mark than a virama', `${ka}${nukta}${nonJoiner}${ka}`],
    ['behind a virama without a letter', `${virama}${nonJoiner}${ka}`],
    ['behind a virama of a digit', `1${virama}${nonJoiner}${ka}`],
    ['behind a virama, before nothing', `${ka}${virama}${nonJoiner}`],
    ['behind a virama, before a digit', `${ka}${virama}${nonJoiner}1`],
    ['behind a virama, before a mark of class 0', `${ka}${virama}${nonJoiner}${anusvara}${ka}`],
    ['behind a vowel behind a virama', `${ka}${virama}${vowel}${nonJoiner}${ka}`],
  ])('%s', (_, text) => {
    expect(isNeeded(text)).toBe(false);
  });
});

describe('a joiner', () => {
  it.each([
    ['behind a virama, at the end (B)', `${ka}${virama}${joiner}`],
    ['behind a virama, before a letter', `${ka}${virama}${joiner}${ka}`],
    ['behind a virama and a mark', `${ka}${virama}${udatta}${joiner}${ka}`],
  ])('is needed %s', (_, text) => {
    expect(isNeeded(text)).toBe(true);
  });

  it.each([
    ['behind a virama, before the sign of a vowel', `${ka}${virama}${joiner}${vowel}`],
    ['between letters that join anyway', `${beh}${joiner}${alef}`],
    ['behind a letter', `${ka}${joiner}${ka}`],
    ['at the beginning', `${joiner}${ka}`],
    ['behind a virama without a letter', `${virama}${joiner}`],
  ])('is not needed %s', (_, text) => {
    expect(isNeeded(text)).toBe(false);
  });
});
