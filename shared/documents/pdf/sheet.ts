import { drawDecoration, type Pdf, pageSize } from './pdf.ts';
import { ink } from './seal.ts';
import { type DrawingStep, type SetText, type Setting, setText } from './set-text.ts';
import type { Span } from './words.ts';

export type StructureElement = ReturnType<Pdf['struct']>;

/** The document that blocks are made for. */
export interface Sheet {
  readonly pdf: Pdf;
  /** The structure element to which blocks add theirs in drawing order. */
  readonly root: StructureElement;
  /** The scale of the document: 1 unless it would not fit. */
  readonly scale: number;
}

/** A part of a page, as wide as the text area. Lengths in points. */
export interface Block {
  /** Space above it, except at the top of a page. */
  readonly gap: number;
  readonly height: number;
  readonly hasCodePoints?: boolean;
  /** Whether it must stay on the page of the next block, such as a heading. */
  readonly keepsWithNext?: boolean;
  draw(top: number): void;
}

/** The text area of a page, in points. */
export const typeArea = {
  left: 76,
  width: pageSize.width - 2 * 76,
  top: 58,
  bottom: pageSize.height - 72,
} as const;

/** Text at the sheet's scale, as wide as the text area unless the setting says otherwise. */
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

/** Draws a text with a structure element of `type`, such as a paragraph (P). */
export function drawTagged(
  { pdf, root }: Sheet,
  type: string,
  steps: readonly DrawingStep[],
): void {
  root.add(tagged(pdf, type, steps));
}

/**
 * The structure element of a text. Screen readers get the character itself instead of its code point, and text in
 * another script with its language.
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

/** Groups the steps by language; code points are separate. */
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

/** Draws a text without a structure element. */
export function drawAll(steps: readonly DrawingStep[]): void {
  for (const step of steps) step.draw();
}

/** Draws a figure with the alternative text `alt`. */
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
