import { expect, test } from 'vitest';
import { missingCharacters } from '../../shared/documents/pdf/fallback-faces.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';
import { goodStandingOf, riderAbout } from './extreme-documents.ts';

test.each([
  ['Acme & Sons, L.L.C.', []],
  ['Ñandú Łódź Việt Nam Ștefan Çağ Þór', []],
  ['Εταιρεία Παράδειγμα', []],
  ['Общество «Пример» №1', []],
  // Decomposed, and with a mark that has no precomposed letter.
  ['Jose\u0301 e\u0323\u0300', []],
  ['東京 東 LLC', ['東', '京']],
  ['شركة', ['ش', 'ر', 'ك', 'ة']],
  ['Rocket 🚀', ['🚀']],
  // A soft hyphen and a change of text direction must not vanish.
  ['a\u00adb\u202e', ['\u00ad', '\u202e']],
  ['\ud800', ['\ud800']],
])('in %j the typeface lacks %j', (text, missing) => {
  expect(missingCharacters(text)).toEqual(missing);
});

test('missing characters are shown as code points, and screen readers get them and other scripts as text', async () => {
  const pdf = readPdf(await goodStandingOf('株式会社 Acme 🚀 شركة LLC'));
  expect(plainText(pdf).replaceAll(/\s+/g, ' ')).toContain('Acme U+1F680');
  expect(plainText(pdf)).not.toMatch(/U\+[56]/);
  expect(plainText(pdf)).toContain(
    'Characters that this typeface lacks are shown by their Unicode code points (U+…), in small type.',
  );
  expect(pdf.structure.filter(({ type }) => type === 'Span')).toEqual([
    { type: 'Span', actual: '株式会社' },
    { type: 'Span', actual: '🚀' },
    { type: 'Span', actual: 'شركة' },
  ]);
});

test('a document without missing characters has no note about code points', async () => {
  expect(plainText(readPdf(await goodStandingOf('Σ Acme LLC')))).not.toContain('code points');
});

test('every covered character has its own glyph in both font weights', async () => {
  const covered = Array.from({ length: 0x2200 }, (_, point) => String.fromCodePoint(point)).filter(
    (character) => character.trim() !== '' && missingCharacters(character).length === 0,
  );
  expect(covered.length).toBeGreaterThan(1100);
  for (let first = 0; first < covered.length; first += 150) {
    const name = covered.slice(first, first + 150).join(' ');
    const pdf = readPdf(await riderAbout(name));
    expect(pdf.texts.filter(({ hasMissingGlyph }) => hasMissingGlyph)).toEqual([]);
  }
});
