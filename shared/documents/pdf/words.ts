import makeBidi, { type Bidi } from 'bidi-js';
import {
  composed,
  type Face,
  faceFinder,
  fontName,
  type Glyphs,
  inGlyphs,
  spelledForFace,
} from './fallback-faces.ts';
import type { Pdf, Weight } from './pdf.ts';

/** A part of a text in one weight, including its white space. */
export interface Span {
  readonly text: string;
  readonly weight?: Weight;
  /** Whether line breaks within it are forbidden, such as within a date. */
  readonly unbroken?: boolean;
}

/** What a word's width depends on. Lengths in points. */
export interface Typeface {
  readonly size: number;
  readonly weight: Weight;
  /** Space after each character of the main typeface; other scripts may be joined. */
  readonly tracking: number;
  /** The typeface for another script; absent or null for the main one. */
  readonly face?: Face | null;
}

/** Consecutive glyphs of one weight and size. */
export interface Atom extends Glyphs {
  readonly weight: Weight;
  readonly size: number;
  readonly width: number;
}

/** Characters without a line break between them. */
export interface Word {
  readonly atoms: readonly Atom[];
  readonly width: number;
  /** The separator before it. A line can also break at ''. */
  readonly separator: ' ' | '';
  /** Width of the gap before it, except at the start of a line. */
  readonly gap: number;
  /** The bidirectional level of the gap, as for atoms. */
  readonly gapLevel: number;
}

// Its types describe a CommonJS module, while the ES module has only a default export.
const make: unknown = makeBidi;
const bidi = (make as () => Bidi)();

/** The size of a code point relative to the text. */
const codePointSize = 0.62;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits spans into words, none of them wider than `width`. */
export function wordsOf(
  pdf: Pdf,
  spans: readonly Span[],
  typeface: Typeface,
  width: number,
): readonly Word[] {
  const space = widthOf(pdf, ' ', typeface);
  return groupsOf(pdf, spans).flatMap(({ parts, separator, gapLevel }) => {
    const atoms = parts.flatMap((part) => atomsOf(pdf, part, typeface, width));
    // Adjacent code points get a gap, although their characters have none.
    const codeGap = atoms[0]?.character == null ? 0 : typeface.size * 0.15;
    const whole = widthOfAtoms(atoms);
    if (whole <= width) {
      const gap = separator === ' ' ? space : codeGap;
      return [{ atoms, width: whole, separator, gap, gapLevel }];
    }
    return atoms.map((atom, position) => ({
      atoms: [atom],
      width: atom.width,
      separator: position === 0 ? separator : '',
      gap: position === 0 && separator === ' ' ? space : 0,
      gapLevel,
    }));
  });
}

/** Sets font, size and tracking, and measures. */
function widthOf(
  pdf: Pdf,
  text: string,
  { size, weight, tracking, face = null }: Typeface,
): number {
  const width = pdf.font(fontName(face, weight), size).widthOfString(spelledForFace(face, text));
  return face === null ? width + tracking * text.length : width;
}

/** A text of the main typeface as drawn within right-to-left text. */
export function fromRightToLeft(text: string): string {
  const mirrored = Array.from(
    text,
    (character) => bidi.getMirroredCharacter(character) ?? character,
  );
  return mirrored.toReversed().join('');
}

interface Part extends Glyphs {
  readonly weight: Weight | undefined;
}

interface Group {
  readonly parts: Part[];
  readonly separator: ' ' | '';
  readonly gapLevel: number;
}

function groupsOf(pdf: Pdf, spans: readonly Span[]): readonly Group[] {
  const groups: Group[] = [];
  const whole = spans.map(({ text }) => composed(text)).join('');
  // Documents are in English, so the base direction is left to right.
  const { levels } = bidi.getEmbeddingLevels(whole, 'ltr');
  const faceOf = faceFinder(pdf, whole);
  let at = 0;
  let separator: ' ' | '' = '';
  for (const { text, weight, unbroken } of spans) {
    const pieces = unbroken === true ? [composed(text)] : composed(text).split(' ');
    for (const [position, piece] of pieces.entries()) {
      let gapLevel = 0;
      if (position > 0) {
        separator = ' ';
        gapLevel = levels[at] ?? 0;
        at += 1;
      }
      const own = levels.subarray(at, at + piece.length);
      at += piece.length;
      for (const glyphs of inGlyphs(piece, own, faceOf)) {
        const last = groups.at(-1);
        const before = last?.parts.at(-1);
        const breaks =
          glyphs.character !== null || before?.character !== null || isDense(glyphs, before);
        const part = { ...glyphs, weight };
        if (last === undefined || separator === ' ' || breaks) {
          groups.push({ parts: [part], separator: last === undefined ? '' : separator, gapLevel });
        } else {
          last.parts.push(part);
        }
        separator = '';
      }
    }
  }
  return groups;
}

/** Whether a line may break between the two because one is Chinese, Japanese or Korean, which have no spaces. */
function isDense(one: Glyphs, other: Glyphs | undefined): boolean {
  return [one.face, other?.face].some(
    (face) => face === 'chinese' || face === 'japanese' || face === 'korean',
  );
}

/** Splits the part into the fewest pieces that are not wider than `width`. */
function atomsOf(pdf: Pdf, part: Part, typeface: Typeface, width: number): readonly Atom[] {
  const weight = part.weight ?? typeface.weight;
  const size = part.character === null ? typeface.size : typeface.size * codePointSize;
  const measured = (shown: string): Atom => ({
    ...part,
    shown,
    weight,
    size,
    width: widthOf(pdf, shown, { ...typeface, size, weight, face: part.face }),
  });
  const whole = measured(part.shown);
  if (whole.width <= width || part.character !== null) return [whole];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(part.shown)) {
    if (piece !== '' && measured(piece + segment).width > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece].map(measured);
}

function widthOfAtoms(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.width, 0);
}
