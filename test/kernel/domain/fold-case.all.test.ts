import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../shared/kernel/domain/fold-case.ts';

/** Any UTF-16 text: every code point including lone surrogates, and letters that fold specially. */
const special = [...'ßẞςσΣİıIiſKÅéΐᾳᾼŉǰﬁﬃǅᲀвꭰᏠ', '\u0345', '\u0301', '\u0307', '\ud800', '\udc00'];
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...special),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

describe('case folding', () => {
  it.each([
    ['Acme LLC', 'acme llc'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύσ'],
    ['ὀδυσσεύς', 'ὀδυσσεύσ'],
    ['ΑΣ ΣΑ', 'ασ σα'],
    ['İzmir', 'i\u0307zmir'],
    ['I', 'i'],
    ['ı', 'ı'],
    ['ÉCOLE', 'école'],
    ['ＡＣＭＥ', 'acme'],
    ['ﬁne', 'fine'],
    ['ŁÓDŹ', 'łódź'],
    ['МОСКВА', 'москва'],
    ['ǅ', 'dž'],
    ['𐐀', '𐐨'],
    ['\ud800A', '\ud800a'],
    ['', ''],
  ])('folds %j to %j', (text, folded) => {
    expect(foldCase(text)).toEqual(folded);
  });

  it('distinguishes letters that differ only in an accent', () => {
    expect(new Set(['e', 'é', 'è', 'ê', 'ë'].map(foldCase)).size).toEqual(5);
  });

  it('folds every Unicode character the same way as its lower and upper case', () => {
    const apart: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const folded = foldCase(character);
      // Most have no other variant.
      const variants = new Set([character.toLowerCase(), character.toUpperCase(), folded]);
      variants.delete(character);
      for (const variant of variants) if (foldCase(variant) !== folded) apart.push(character);
    }
    // The capital of the dotless i is the capital of the dotted i, which is another letter.
    expect(apart).toEqual(['ı']);
  });

  it('never throws and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldCase(text);
        expect(foldCase(folded)).toEqual(folded);
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['NFC', 'NFD', 'NFKC', 'NFKD'] as const)('folds a text and its %s form alike', (form) => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldCase(text.normalize(form))).toEqual(foldCase(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with case-insensitive regular expressions', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aAzZéÉñÑøØþÞжЖλΛσςΣkK'), maxLength: 6 });
    fc.assert(
      fc.property(letters, letters, (left, right) => {
        const same = new RegExp(`^${left}$`, 'iu').test(right);
        expect(foldCase(left) === foldCase(right)).toEqual(same);
      }),
      {
        numRuns: 2000,
        examples: [
          ['σς', 'ΣΣ'],
          ['Kk', 'kk'],
          ['éÉ', 'eE'],
        ],
      },
    );
  });
});
