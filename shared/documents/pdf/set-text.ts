import { fontName, isTurnedByLibrary, languageOf, spelledForFace } from './fallback-faces.ts';
import type { Pdf } from './pdf.ts';
import {
  type Atom,
  fromRightToLeft,
  type Span,
  type Typeface,
  type Word,
  wordsOf,
} from './words.ts';

/** The typography of a paragraph. Lengths in points. */
export interface Setting extends Typeface {
  readonly width: number;
  readonly align: 'left' | 'centre' | 'right';
  readonly colour: string;
  /** Line height as a multiple of the size. */
  readonly leading: number;
}

/** A paragraph broken into lines. */
export interface SetText {
  readonly height: number;
  readonly lineCount: number;
  /** Whether any characters are shown as code points. */
  readonly hasCodePoints: boolean;
  /** Width of the widest line. */
  readonly width: number;
  /** The steps that draw it with its upper left corner at (x, y). */
  at(x: number, y: number): readonly DrawingStep[];
}

/** Draws a part of a text. */
export interface DrawingStep {
  /** The text for screen readers, if they can't read it from the glyphs; null if they can. */
  readonly actual: string | null;
  /** The language of a part in another script; null for the document's language. */
  readonly lang: string | null;
  draw(): void;
}

interface Line {
  readonly words: readonly Word[];
  readonly width: number;
  /** The separator between this line and the next. */
  readonly end: ' ' | '';
}

interface Run extends Pick<Atom, 'shown' | 'weight' | 'size' | 'face' | 'level'> {
  readonly x: number;
}

/** Height of capitals above the baseline relative to the size; lines are centred by it. */
const capitalHeight = 0.714;

/** Breaks spans into lines of at most the setting's width. Never cuts text off. */
export function setText(pdf: Pdf, spans: readonly Span[], setting: Setting): SetText {
  const { size, width, leading } = setting;
  const words = wordsOf(pdf, spans, setting, width);
  const lines = setting.align === 'centre' ? balanced(words, width) : linesOf(words, width);
  const lineHeight = size * leading;
  return {
    height: lines.length * lineHeight,
    lineCount: lines.length,
    hasCodePoints: words.some(({ atoms }) => atoms.some(({ character }) => character !== null)),
    width: Math.max(0, ...lines.map((line) => line.width)),
    at: (x, y) =>
      lines.flatMap((line, position) => {
        const baseline = y + lineHeight * (position + 0.5) + (size * capitalHeight) / 2;
        return stepsOfLine(pdf, line, x + indent(line, setting), baseline, setting);
      }),
  };
}

/** The total height of stacked texts. */
export function heightOf(texts: readonly SetText[]): number {
  return texts.reduce((sum, { height }) => sum + height, 0);
}

/** The steps that draw stacked texts, the first with its upper left corner at (x, top). */
export function belowEachOther(
  texts: readonly SetText[],
  x: number,
  top: number,
): readonly DrawingStep[] {
  return texts.flatMap((text, position) => text.at(x, top + heightOf(texts.slice(0, position))));
}

function linesOf(words: readonly Word[], width: number): readonly Line[] {
  const lines: { words: Word[]; width: number; end: ' ' | '' }[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.width + word.gap + word.width <= width) {
      line.words.push(word);
      line.width += word.gap + word.width;
    } else {
      if (line !== undefined) line.end = word.separator;
      lines.push({ words: [word], width: word.width, end: '' });
    }
  }
  return lines;
}

/** The smallest number of lines, with lengths as equal as possible. */
function balanced(words: readonly Word[], width: number): readonly Line[] {
  const widest = linesOf(words, width);
  let fits = width;
  let tooNarrow = Math.max(0, ...words.map((word) => word.width)) - 1;
  while (fits - tooNarrow > 1) {
    const middle = (fits + tooNarrow) / 2;
    if (linesOf(words, middle).length > widest.length) tooNarrow = middle;
    else fits = middle;
  }
  return linesOf(words, fits);
}

function indent(line: Line, { align, width }: Setting): number {
  if (align === 'left') return 0;
  return align === 'right' ? width - line.width : (width - line.width) / 2;
}

/** A positioned part of a line: an atom, or null for the gap before a word. */
interface Placed {
  readonly atom: Atom | null;
  readonly isSpace: boolean;
  readonly width: number;
  readonly level: number;
}

function stepsOfLine(
  pdf: Pdf,
  line: Line,
  x: number,
  baseline: number,
  setting: Setting,
): readonly DrawingStep[] {
  const steps: DrawingStep[] = [];
  // Words of one weight and size are drawn together with their spaces, so that they are read together.
  let run: Run | null = null;
  const endRun = () => {
    if (run !== null) steps.push(step(run, null, null));
    run = null;
  };
  const step = (glyphs: Run, actual: string | null, lang: string | null): DrawingStep => ({
    actual,
    lang,
    draw: () => drawGlyphs(pdf, glyphs, baseline, setting),
  });
  const append = (glyphs: Run) => {
    const joins = run?.weight === glyphs.weight && run.size === glyphs.size;
    if (!joins) endRun();
    run = run !== null && joins ? { ...run, shown: run.shown + glyphs.shown } : glyphs;
  };
  const items = itemsOf(line);
  const places = placesOf(items, x);
  for (const [position, { atom, isSpace, level }] of items.entries()) {
    const at = places[position] ?? x;
    if (atom === null) {
      const { weight, size } = run ?? setting;
      const space: Run = { shown: ' ', weight, size, face: null, level, x: at };
      const [before, after] = [position - 1, position + 1].map((near) => items[near]?.atom?.face);
      // A space between words of another script belongs to that script's language.
      const lang = before != null && before === after ? languageOf(before) : null;
      if (isSpace && level === 0 && lang === null) append(space);
      else if (isSpace) steps.push(step(space, ' ', lang));
    } else if (atom.character === null && atom.face === null && level === 0) {
      append({ ...atom, x: at });
    } else {
      endRun();
      const lang = atom.face === null ? null : languageOf(atom.face);
      // A code point is read from left to right, even if its character is not.
      const drawnLevel = atom.character === null ? level : 0;
      steps.push(step({ ...atom, level: drawnLevel, x: at }, atom.character ?? atom.shown, lang));
    }
  }
  if (line.end === ' ') {
    const { weight, size } = run ?? setting;
    append({ shown: ' ', weight, size, face: null, level: 0, x: x + line.width });
  }
  endRun();
  return steps;
}

/** The text of a line, in reading order. */
function itemsOf({ words }: Line): readonly Placed[] {
  return words.flatMap(({ atoms, gap, gapLevel, separator }, position) => [
    ...(position === 0
      ? []
      : [{ atom: null, isSpace: separator === ' ', width: gap, level: gapLevel }]),
    ...atoms.map((atom) => ({ atom, isSpace: false, width: atom.width, level: atom.level })),
  ]);
}

/** The x positions. Right-to-left text is in reverse order (UAX 9, rule L2). */
function placesOf(items: readonly Placed[], x: number): readonly number[] {
  const order = items.map((_, position) => position);
  const levelAt = (place: number) => items[order[place] ?? 0]?.level ?? 0;
  for (let level = Math.max(0, ...items.map((item) => item.level)); level > 0; level -= 1) {
    for (let first = 0; first < order.length; first += 1) {
      let end = first;
      while (end < order.length && levelAt(end) >= level) end += 1;
      if (end > first) order.splice(first, end - first, ...order.slice(first, end).toReversed());
      first = end;
    }
  }
  const places: number[] = [];
  let at = x;
  for (const position of order) {
    places[position] = at;
    at += items[position]?.width ?? 0;
  }
  return places;
}

/**
 * The text as the font library needs it: odd levels are drawn from right to left, even ones, such as numbers, from left
 * to right (UAX 9, rule L2). The library reverses some scripts itself.
 */
function asDrawn(pdf: Pdf, { shown: written, face, level }: Run): string {
  const shown = spelledForFace(face, written);
  const isFromRight = level % 2 === 1;
  const turnsItself = face !== null && isTurnedByLibrary(pdf, face, shown);
  if (isFromRight === turnsItself) return shown;
  return isFromRight ? fromRightToLeft(shown) : Array.from(shown).toReversed().join('');
}

function drawGlyphs(pdf: Pdf, run: Run, baseline: number, { colour, tracking }: Setting): void {
  const { weight, size, face, x } = run;
  const drawn = asDrawn(pdf, run);
  pdf
    .fillColor(colour)
    .font(fontName(face, weight), size)
    .text(drawn, x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: face === null ? tracking : 0,
    });
}
