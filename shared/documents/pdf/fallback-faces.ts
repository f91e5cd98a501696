import { existsSync } from 'node:fs';
import { notoSerifCharacters } from './fonts/noto-serif.ts';
import type { Pdf, Weight } from './pdf.ts';

/** Typefaces for scripts that Noto Serif lacks. */
const faces = [
  ...(['arabic', 'hebrew', 'japanese', 'korean', 'chinese'] as const),
  ...(['thai', 'lao', 'georgian', 'armenian', 'ethiopic'] as const),
  ...(['devanagari', 'bengali', 'gujarati', 'tamil', 'telugu', 'kannada', 'sinhala'] as const),
] as const;
export type Face = (typeof faces)[number];

interface FaceFiles {
  /** The main language of the script, for screen readers. */
  readonly lang: string;
  readonly files: Readonly<Record<Weight, string>>;
}

const fontsource = (name: string, script: string): Readonly<Record<Weight, string>> => ({
  regular: `@fontsource/${name}/files/${name}-${script}-400-normal.woff`,
  bold: `@fontsource/${name}/files/${name}-${script}-700-normal.woff`,
});

const embedpdf = (name: string, file: string): Readonly<Record<Weight, string>> => ({
  regular: `@embedpdf/${name}/fonts/${file}-Regular.otf`,
  bold: `@embedpdf/${name}/fonts/${file}-Bold.otf`,
});

const faceFiles: Readonly<Record<Face, FaceFiles>> = {
  arabic: { lang: 'ar', files: fontsource('noto-naskh-arabic', 'arabic') },
  hebrew: { lang: 'he', files: fontsource('noto-serif-hebrew', 'hebrew') },
  devanagari: { lang: 'hi', files: fontsource('noto-serif-devanagari', 'devanagari') },
  thai: { lang: 'th', files: fontsource('noto-serif-thai', 'thai') },
  lao: { lang: 'lo', files: fontsource('noto-serif-lao', 'lao') },
  bengali: { lang: 'bn', files: fontsource('noto-serif-bengali', 'bengali') },
  gujarati: { lang: 'gu', files: fontsource('noto-serif-gujarati', 'gujarati') },
  tamil: { lang: 'ta', files: fontsource('noto-serif-tamil', 'tamil') },
  telugu: { lang: 'te', files: fontsource('noto-serif-telugu', 'telugu') },
  kannada: { lang: 'kn', files: fontsource('noto-sans-kannada', 'kannada') },
  sinhala: { lang: 'si', files: fontsource('noto-serif-sinhala', 'sinhala') },
  georgian: { lang: 'ka', files: fontsource('noto-serif-georgian', 'georgian') },
  armenian: { lang: 'hy', files: fontsource('noto-serif-armenian', 'armenian') },
  ethiopic: { lang: 'am', files: fontsource('noto-sans-ethiopic', 'ethiopic') },
  japanese: { lang: 'ja', files: embedpdf('fonts-jp', 'NotoSansJP') },
  korean: { lang: 'ko', files: embedpdf('fonts-kr', 'NotoSansKR') },
  chinese: { lang: 'zh', files: embedpdf('fonts-sc', 'NotoSansHans') },
};

/** The files of all typefaces in `packages/fonts`. */
export const fallbackFiles: readonly string[] = Object.values(faceFiles).flatMap(({ files }) =>
  Object.values(files),
);

/** The folder of the packages in `packages/fonts`. */
export const fontPackages = 'packages/fonts/node_modules';

/** The folder of the files in the functions' layer, which Lambda unpacks in `/opt`. */
export const fontFolder = 'fonts';

/** The language of text in a typeface. */
export function languageOf(face: Face): string {
  return faceFiles[face].lang;
}

/** pdfkit's name for a typeface. */
export function fontName(face: Face | null, weight: Weight): string {
  return face === null ? weight : `${face} ${weight}`;
}

/** Registers the typefaces with the document, which loads only those it uses. */
export function registerFaces(pdf: Pdf): void {
  for (const face of faces) {
    for (const weight of ['regular', 'bold'] as const) {
      pdf.registerFont(fontName(face, weight), pathOf(faceFiles[face].files[weight]));
    }
  }
}

/** The source uses the files of `packages/fonts`. Deployed functions find them in a layer. */
function pathOf(file: string): string {
  const { pathname } = new URL(`../../../${fontPackages}/${file}`, import.meta.url);
  if (existsSync(pathname)) return pathname;
  return `/opt/${fontFolder}/${file.slice(file.lastIndexOf('/') + 1)}`;
}

/** Scripts with a fixed typeface, regardless of the rest of the text, including marks that they share with others. */
const ownFace: readonly (readonly [RegExp, Face])[] = [
  [/\p{Script_Extensions=Arabic}/u, 'arabic'],
  [/\p{Script_Extensions=Hebrew}/u, 'hebrew'],
  [/\p{Script=Bengali}/u, 'bengali'],
  [/\p{Script=Gujarati}/u, 'gujarati'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Telugu}/u, 'telugu'],
  [/\p{Script=Kannada}/u, 'kannada'],
  [/\p{Script=Sinhala}/u, 'sinhala'],
  [/[\p{Script_Extensions=Devanagari}\u{200c}\u{200d}]/u, 'devanagari'],
  [/\p{Script=Thai}/u, 'thai'],
  [/\p{Script=Lao}/u, 'lao'],
  [/\p{Script=Georgian}/u, 'georgian'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Ethiopic}/u, 'ethiopic'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\u{30fc}]/u, 'japanese'],
  [/\p{Script=Hangul}/u, 'korean'],
];

/**
 * Returns the typeface for each character of a text; null if none has it, or if the font library can't set the text in
 * it. Chinese characters use Japanese next to kana, Korean next to Hangul, otherwise Chinese.
 */
export function faceFinder(pdf: Pdf, text: string): (character: string) => Face | null {
  const beside = ownFace.filter(([, face]) => face === 'japanese' || face === 'korean');
  const ofHan = beside.find(([script]) => script.test(text))?.[1] ?? 'chinese';
  const settable = new Map<Face, boolean>();
  const isSettable = (face: Face) => {
    const known = settable.get(face) ?? canSet(pdf, face, text);
    settable.set(face, known);
    return known;
  };
  return (character) => {
    const own = ownFace.find(([script]) => script.test(character))?.[1];
    const candidates: readonly Face[] =
      own !== undefined
        ? [own]
        : /[\p{Script=Han}\u{3000}-\u{303f}\u{ff00}-\u{ffef}]/u.test(character)
          ? [ofHan, 'chinese', 'japanese', 'korean']
          : [];
    return candidates.find((face) => hasGlyph(pdf, face, character) && isSettable(face)) ?? null;
  };
}

/**
 * Whether the font library can set the text's words in this typeface: fontkit throws where a mark has no place on the
 * letter before it. Chinese, Japanese and Korean have no such marks, and large fonts.
 */
function canSet(pdf: Pdf, face: Face, text: string): boolean {
  if (face === 'chinese' || face === 'japanese' || face === 'korean') return true;
  try {
    for (const word of text.split(' ')) {
      for (const weight of ['regular', 'bold'] as const) {
        askFont(pdf, fontName(face, weight), 'layout', spelledForFace(face, word));
      }
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Thai and Lao as the font library needs them: the vowel AM in its two parts, with the ring before the tone mark. Other
 * libraries do this themselves.
 */
export function spelledForFace(face: Face | null, text: string): string {
  if (face === 'thai') return text.replaceAll(/([\u0e48-\u0e4b]?)\u0e33/gu, '\u0e4d$1\u0e32');
  if (face === 'lao') return text.replaceAll(/([\u0ec8-\u0ecb]?)\u0eb3/gu, '\u0ecd$1\u0eb2');
  return text;
}

/** Checks one weight only, because both have the same characters. */
function hasGlyph(pdf: Pdf, face: Face, character: string): boolean {
  return (
    askFont(pdf, fontName(face, 'bold'), 'hasGlyphForCodePoint', character.codePointAt(0)) === true
  );
}

/** Whether the font library itself draws the text from right to left, which depends on the first letter. */
export function isTurnedByLibrary(pdf: Pdf, face: Face, text: string): boolean {
  return (
    Reflect.get(Object(askFont(pdf, fontName(face, 'bold'), 'layout', text)), 'direction') === 'rtl'
  );
}

/** Calls a method of the library's font. */
function askFont(pdf: Pdf, name: string, method: string, argument: unknown): unknown {
  const font = libraryFont(pdf, name);
  const found: unknown = Reflect.get(font, method);
  if (typeof found !== 'function') throw new Error('pdfkit keeps its fonts elsewhere');
  return Reflect.apply(found, font, [argument]);
}

/** The library's font object, which pdfkit does not expose. The document uses that font afterwards. */
export function libraryFont(pdf: Pdf, name: string): object {
  pdf.font(name);
  return Object(Reflect.get(Object(Reflect.get(pdf, '_font')), 'font'));
}

/**
 * A part of a text, as displayed, with its original character if that differs.
 *
 * A character that no typeface has is displayed as its code point ("U+1F680"), which is unambiguous in every script,
 * and never as an empty box. Screen readers get the character itself.
 */
export interface Glyphs {
  readonly shown: string;
  /** The character that `shown` represents; null if `shown` is the text itself. */
  readonly character: string | null;
  /** The typeface of another script; null for the documents' main typeface. */
  readonly face: Face | null;
  /** The level of the Unicode Bidirectional Algorithm (UAX 9): odd levels are read from right to left. */
  readonly level: number;
}

const WHITE_SPACE = /[\p{White_Space}\uFEFF]+/gu;

/** A normalized text (NFC, single spaces), as used for layout. */
export function composed(text: string): string {
  return text.normalize('NFC').replace(WHITE_SPACE, ' ');
}

/** The distinct characters that the main typeface lacks, in order of appearance. */
export function missingCharacters(text: string): readonly string[] {
  return [...new Set(Array.from(composed(text)).filter((character) => !isCovered(character)))];
}

/**
 * The parts of a normalized text: runs of one typeface and direction, and single characters that none has. `levels` are
 * those of the UTF-16 units.
 */
export function inGlyphs(
  text: string,
  levels: Uint8Array,
  faceOf: (character: string) => Face | null,
): readonly Glyphs[] {
  const parts: Glyphs[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const own = isCovered(character);
    const last = parts.at(-1);
    // A joiner belongs to the letter before it, whatever its script.
    const joined = /[\u{200c}\u{200d}]/u.test(character) ? last?.face : undefined;
    const face = own ? null : (joined ?? faceOf(character));
    if (!own && face === null) {
      parts.push({ shown: codePoint(character), character, face, level });
    } else if (last?.character === null && last.face === face && last.level === level) {
      parts[parts.length - 1] = { ...last, shown: last.shown + character };
    } else {
      parts.push({ shown: character, character: null, face, level });
    }
  }
  return parts;
}

function isCovered(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return notoSerifCharacters.some(([first, last]) => point >= first && point <= last);
}

function codePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
