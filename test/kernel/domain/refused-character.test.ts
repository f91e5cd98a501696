import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  refusedCharacter,
  showsLetterOrDigit,
  spelledOut,
} from '../../../shared/kernel/domain/refused-character.ts';

const codePoints = fc.integer({ min: 0, max: 0x10ffff });
const refused = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;
const joiners = ['\u200c', '\u200d'];

describe('a text', () => {
  it('accepts every character except control, invisible and unassigned ones', () => {
    const wrong: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const expected = refused.test(character) ? 2 : null;
      if ((refusedCharacter(`x${character}`)?.position ?? null) !== expected) {
        wrong.push(code.toString(16));
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['a null character', '\u0000', 'a control character'],
    ['a tab', '\t', 'a control character'],
    ['a zero-width space', '\u200b', 'a format character'],
    ['a soft hyphen', '\u00ad', 'a format character'],
    ['a word joiner', '\u2060', 'a format character'],
    ['a tag', '\u{e0041}', 'a format character'],
    ['an override of the writing direction', '\u202e', 'a control of the writing direction'],
    ['an isolate', '\u2066', 'a control of the writing direction'],
    ['an Arabic letter mark', '\u061c', 'a control of the writing direction'],
    ['a lone surrogate', '\ud800', 'half a character'],
    ['a private-use character', '\ue000', 'a private-use character'],
    ['an unassigned one', '\u0378', 'an unassigned character'],
    ['a noncharacter', '\uffff', 'an unassigned character'],
    ['a Hangul filler', '\u3164', 'an invisible character'],
    ['a grapheme joiner', '\u034f', 'an invisible character'],
    ['a variation selector', '\ufe0f', 'a variation selector'],
    ['a line separator', '\u2028', 'a line break'],
    ['a paragraph separator', '\u2029', 'a line break'],
    ['what is left of a character that was not read', '\ufffd', 'a replacement character'],
    ['a joiner between letters that do not join', '\u200d', 'a joiner that joins nothing'],
    ['a non-joiner between them', '\u200c', 'a joiner that joins nothing'],
  ])('does not hold %s', (_, character, kind) => {
    expect(refusedCharacter(`A𐐀${character}me`)).toEqual({ kind, position: 3 });
  });

  it.each([
    [
      'a fifth mark on a letter',
      'a\u0300\u0301\u0302\u0303\u0304',
      'more than four marks on one letter',
    ],
    [
      'a hundred thousand of them',
      `a${'\u0301\u0323'.repeat(50_000)}`,
      'more than four marks on one letter',
    ],
    ['marks on nothing', '\u0300\u0301\u0302\u0303\u0304', 'more than four marks on one letter'],
    ['a mark twice on a letter', 'a\u0301\u0301', 'the same mark twice on one letter'],
    ['the mark of a letter once more', '\u00e9\u0301', 'the same mark twice on one letter'],
    [
      'a mark twice, with another one between',
      'a\u0323\u0301\u0323',
      'the same mark twice on one letter',
    ],
    ['marks beside an emoji', '❤\ufe0f a\u0301\u0301', 'the same mark twice on one letter'],
  ])('does not hold %s', (_, text, kind) => {
    expect(refusedCharacter(text, { variationSelectors: true })?.kind).toBe(kind);
  });

  it.each([
    ['the marks of Vietnamese, decomposed', 'Nguye\u0302\u0303n'],
    ['a letter of Greek with three', '\u1f87'],
    ['consonants of Tibetan below one another', 'རྒྱུད་'],
    ['four marks', 'שּׁ\u05b8\u0591'],
    ['marks of letters that follow one another', 'é\u0323é\u0323'],
    ['a non-joiner between two letters that would join', 'می\u200cخواهم'],
    ['a non-joiner after a letter with marks', 'نامه\u064e\u200cای'],
    ['a non-joiner after a virama', 'क्\u200cष'],
    ['a joiner after a virama', 'ක්\u200dෂ'],
    ['a joiner after a virama at the end', 'क्\u200d'],
    ['a joiner after a virama behind a nukta', 'क\u093c\u094d\u200dष'],
    ['a non-joiner after a virama that takes room of its own', '\ua9b2\ua9c0\u200c\ua9b2'],
  ])('holds %s', (_, text) => {
    expect(refusedCharacter(text)).toBeNull();
  });

  it.each([
    ['a non-joiner at the end', 'می\u200c', 3],
    ['a non-joiner at the beginning', '\u200cمی', 1],
    ['a non-joiner after a letter that joins nothing', 'ا\u200cب', 2],
    ['two non-joiners', 'می\u200c\u200cخ', 3],
    ['a joiner where one letter joins another', 'می\u200dخ', 3],
    ['a non-joiner after a virama without a letter behind it', 'क्\u200c', 3],
    ['a joiner before the sign of a vowel', 'क्\u200dि', 3],
    ['a virama without a letter', '\u094d\u200d', 2],
    ['a mark of kana that is no virama', 'か\u3099\u200d', 3],
    ['a picture of several people', '👩\u200d🚀', 2],
  ])('does not hold %s', (_, text, position) => {
    expect(refusedCharacter(text)).toEqual({ kind: 'a joiner that joins nothing', position });
  });

  it('allows variation selectors and line breaks only where permitted, and controls never', () => {
    expect(refusedCharacter('I ❤️ it', { variationSelectors: true })).toBeNull();
    expect(refusedCharacter('a\r\n\tb\u2028c', { lines: true })).toBeNull();
    expect(refusedCharacter('a\ufffdb', { variationSelectors: true })).toBeNull();
    const everything = { variationSelectors: true, lines: true };
    for (const control of ['\u202e', '\u200b', '\u0000', '\u007f', '\u034f', '\u200d']) {
      expect(refusedCharacter(`a${control}b`, everything)?.position).toEqual(2);
    }
  });

  it('reports the position of the first refused character in code points', () => {
    const clean = fc.string({
      unit: codePoints
        .map((code) => String.fromCodePoint(code))
        .filter((one) => !refused.test(one)),
    });
    const bad = codePoints
      .map((code) => String.fromCodePoint(code))
      .filter((one) => refused.test(one) && !joiners.includes(one))
      // A high surrogate followed by a low one is a character.
      .filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(clean, bad, fc.string({ unit: 'binary' }), (before, character, behind) => {
        const position = [...before].length + 1;
        expect(refusedCharacter(before + character + behind)?.position).toEqual(position);
      }),
    );
  });
});

describe('a name', () => {
  it.each(['A', '7', '株式会社', 'ⅷ', '½', ' . x', 'Асme'])('is %j', (name) => {
    expect(showsLetterOrDigit(name)).toBe(true);
  });

  it.each(['', '.', '---', '\u3164\u3164', '\u115f', '\u{13441}', '👩', '\u2800', '\u0301'])(
    'is not %j, in which there is nothing to see or to say',
    (name) => {
      expect(showsLetterOrDigit(name)).toBe(false);
    },
  );

  it('is spelled out if it contains invisible characters', () => {
    expect(spelledOut('Ac\u200bme \u{e0041}\u0000')).toEqual('Ac<U+200B>me <U+E0041><U+0000>');
  });
});
