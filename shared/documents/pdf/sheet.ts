import { drawDecoration, type Pdf, pageSize } from './pdf.ts';
import { ink } from './seal.ts';
import { type DrawingStep, type SetText, type Setting, setText } from './set-text.ts';
import type { Span } from './words.ts';

export type StructureElement = ReturnType<Pdf['struct']>;

/** The document that blocks are made for. */
export interface Sheet {
  readonly pdf: Pdf;
  /** The structure that blocks add themselves to, in the order in which they are drawn. */
  readonly root: StructureElement;
  /** Size of everything, 1 unless a document would not fit. */
  readonly scale: number;
}

/** Something that is on one page, as wide as the text area. Lengths in points. */
export interface Block {
  /** Space above it, unless it begins a page. */
  readonly gap: number;
  readonly height: number;
  readonly hasCodePoints?: boolean;
  /** A heading is never the last line on its page if something follows. */
  readonly keepsWithNext?: boolean;
  draw(top: number): void;
}

/** Where text goes. */
export const typeArea = {
  left: 76,
  width: pageSize.width - 2 * 76,
  top: 58,
  bottom: pageSize.height - 72,
} as const;

/** Text of the sheet's scale as wide as the text area, unless the setting says otherwise. */
export function scaledText(
  { pdf, scale }: Sheet,
  spans: readonly Span[],
  { size, ...setting }: Partial<Setting> & { readonly size: number },
): SetText {
  return setText(pdf, spans, {
    weight: 'regular',
    tracking: 0,
    width: typeArea.width,
    align: 'left',
    colour: ink.text,
    leading: 1.5,
    ...setting,
    size: size * scale,
  });
}

/** Draws a text that the structure knows as `type`, such as a paragraph (P). */
export function drawTagged(
  { pdf, root }: Sheet,
  type: string,
  steps: readonly DrawingStep[],
): void {
  root.add(tagged(pdf, type, steps));
}

/**
 * The structure element that draws a text. A screen reader gets the character itself where its code
 * point is shown, and the text of another script as it is written, with its language.
 */
export function tagged(pdf: Pdf, type: string, steps: readonly DrawingStep[]): StructureElement {
  return pdf.struct(
    type,
    {},
    runsOf(steps).map((run) => {
      const draw = () => drawAll(run);
      const actual = run.map((step) => step.actual ?? '').join('');
      const lang = run[0]?.lang ?? null;
      if (actual === '') return draw;
      return pdf.struct('Span', { actual, ...(lang !== null && { lang }) }, draw);
    }),
  );
}

/** Steps that show themselves, such that show code points, and those of each language apart from each other. */
function runsOf(steps: readonly DrawingStep[]): readonly (readonly DrawingStep[])[] {
  const runs: DrawingStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const first = run?.[0];
    const joins =
      first !== undefined &&
      (first.actual === null) === (step.actual === null) &&
      first.lang === step.lang;
    if (run !== undefined && joins) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/** Draws a text that the structure does not know. */
export function drawAll(steps: readonly DrawingStep[]): void {
  for (const step of steps) step.draw();
}

/** Draws a picture that a screen reader tells as `alt`. */
export function drawFigure({ pdf, root }: Sheet, alt: string, draw: () => void): void {
  root.add(pdf.struct('Figure', { alt }, draw));
}

/** Draws a horizontal hairline. */
export function drawRule({ pdf }: Sheet, x: number, y: number, width: number): void {
  drawDecoration(pdf, 'Layout', () => {
    pdf
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke(ink.rule);
  });
}
