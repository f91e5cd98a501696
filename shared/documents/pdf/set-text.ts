import type { Pdf } from './pdf.ts';
import { type Atom, type Span, type Typeface, type Word, wordsOf } from './words.ts';

/** How a paragraph is set. Lengths in points. */
export interface Setting extends Typeface {
  readonly width: number;
  readonly align: 'left' | 'centre' | 'right';
  readonly colour: string;
  /** Distance between lines, as a multiple of the size. */
  readonly leading: number;
}

/** A paragraph broken into lines. */
export interface SetText {
  readonly height: number;
  readonly lineCount: number;
  /** Whether characters are shown by their code points. */
  readonly hasCodePoints: boolean;
  /** Width of the widest line. */
  readonly width: number;
  /** What draws it with its upper left corner at (x, y). */
  at(x: number, y: number): readonly DrawingStep[];
}

/** Draws a piece of a text. */
export interface DrawingStep {
  /** The character that the piece shows by its code point; null when it shows itself. */
  readonly character: string | null;
  draw(): void;
}

interface Line {
  readonly words: readonly Word[];
  readonly width: number;
  /** What is between this line and the next in the text. */
  readonly end: ' ' | '';
}

interface Run extends Pick<Atom, 'shown' | 'weight' | 'size'> {
  readonly x: number;
}

/** Height of capitals above the baseline, of which lines are centred in their space. */
const capitalHeight = 0.714;

/** Breaks spans into lines of at most the setting's width; nothing is ever cut off. */
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

/** Height of texts that are drawn below each other. */
export function heightOf(texts: readonly SetText[]): number {
  return texts.reduce((sum, { height }) => sum + height, 0);
}

/** What draws texts below each other, the first with its upper left corner at (x, top). */
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

/** As few lines as fit, of lengths as equal as they get. */
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

function stepsOfLine(
  pdf: Pdf,
  line: Line,
  x: number,
  baseline: number,
  setting: Setting,
): readonly DrawingStep[] {
  const steps: DrawingStep[] = [];
  let at = x;
  // Words of one weight and size are drawn together, with their spaces: so they are read together.
  let run: Run | null = null;
  const endRun = () => {
    if (run !== null) steps.push(step(run, null));
    run = null;
  };
  const step = (glyphs: Run, character: string | null): DrawingStep => ({
    character,
    draw: () => drawGlyphs(pdf, glyphs, baseline, setting),
  });
  const append = (shown: string, { weight, size }: Pick<Run, 'weight' | 'size'>) => {
    const joins = run?.weight === weight && run.size === size;
    if (!joins) endRun();
    run =
      run !== null && joins ? { ...run, shown: run.shown + shown } : { shown, weight, size, x: at };
  };
  for (const [position, word] of line.words.entries()) {
    if (position > 0) {
      if (word.separator === ' ') append(' ', run ?? setting);
      at += word.gap;
    }
    for (const atom of word.atoms) {
      if (atom.character === null) {
        append(atom.shown, atom);
      } else {
        endRun();
        steps.push(step({ ...atom, x: at }, atom.character));
      }
      at += atom.width;
    }
  }
  if (line.end === ' ') append(' ', run ?? setting);
  endRun();
  return steps;
}

function drawGlyphs(
  pdf: Pdf,
  { shown, weight, size, x }: Run,
  baseline: number,
  { colour, tracking }: Setting,
): void {
  pdf.fillColor(colour).font(weight, size).text(shown, x, baseline, {
    lineBreak: false,
    baseline: 'alphabetic',
    characterSpacing: tracking,
  });
}
