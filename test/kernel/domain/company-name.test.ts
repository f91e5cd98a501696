import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayName, fullName, nameKey } from '../../../shared/kernel/domain/legal-entity.ts';

const spaces = [...'\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000\ufeff'];
const anyName = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      ...spaces,
      '¨',
      '\u0308',
      '˘',
      'a',
      'ß',
      '\u200b',
      '\u034f',
      '\u3164',
      '\ufe0f',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

describe('a company name as displayed', () => {
  it.each(spaces)('has one space instead of white space such as %j', (space) => {
    expect(displayName(`${space}Acme${space}${space} ${space}Labs${space}`)).toEqual('Acme Labs');
  });

  it('keeps case, accents and compatibility characters as written', () => {
    expect(displayName(' ÉCOLE  Ａcme ﬁne ')).toEqual('ÉCOLE Ａcme ﬁne');
  });

  it.each(['', ' ', '\u3000\n'])('is empty for %j', (name) => {
    expect(displayName(name)).toEqual('');
  });
});

describe('the comparison form of a company name', () => {
  it.each([
    ['Acme Labs', ' ACME\u00a0 labs '],
    ['Straße', 'STRASSE'],
    ['Café', 'CAFE\u0301'],
    ['Ａｃｍｅ', 'acme'],
    ['Acme', 'A\u00adc\u200bm\u2060e\ufe0f'],
    ['Acme Labs', 'Acme \u3164 Labs'],
    ['می\u200cخواهم', 'میخواهم'],
    ['Café', 'Cafe\u034f\u0301'],
  ])('is the same for %j and %j', (left, right) => {
    expect(nameKey(left)).toEqual(nameKey(right));
  });

  it.each([
    ['Cafe', 'Café'],
    ['AcmeLabs', 'Acme Labs'],
    ['Acme', 'Acme.'],
    ['Acme', 'Асme'],
  ])('differs for %j and %j', (left, right) => {
    expect(nameKey(left)).not.toEqual(nameKey(right));
  });

  it('does not change when it is normalized again, and has only single inner spaces', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const key = nameKey(name);
        expect(nameKey(key)).toEqual(key);
        expect(nameKey(displayName(name))).toEqual(key);
        expect(key.split(/[\s\u0085]/u).join(' ')).toEqual(key);
        expect(key === '' || key.split(' ').every((word) => word !== '')).toEqual(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a comparison form', () => {
  it('drops every default-ignorable character and adds none', () => {
    const seen: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const key = nameKey(`a${character}b`);
      const isIgnored = /\p{Default_Ignorable_Code_Point}/u.test(character) && code !== 0xfeff;
      if (isIgnored ? key !== 'ab' : /\p{Default_Ignorable_Code_Point}/u.test(key)) {
        seen.push(code.toString(16));
      }
    }
    expect(seen).toEqual([]);
  });
});

describe('a full company name', () => {
  it.each([
    [{ name: 'Acme', extension: 'LLC', nameStartsWithExtension: false }, 'Acme LLC'],
    [{ name: 'Acme', extension: 'LLC', nameStartsWithExtension: true }, 'LLC Acme'],
    [
      { name: ' Acme  Labs ', extension: ' S.A. ', nameStartsWithExtension: false },
      'Acme Labs S.A.',
    ],
    [{ name: 'Acme', extension: '', nameStartsWithExtension: true }, 'Acme'],
  ])('of %j is %j', (company, full) => {
    expect(fullName(company)).toEqual(full);
  });
});
