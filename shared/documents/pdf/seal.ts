import type { Picture } from '../../kernel/domain/branding.ts';
import type { Pdf } from './pdf.ts';

/**
 * Draws the registry's seal into a square of `side` points: an open register within a guilloche, without state emblems.
 */
export function drawSeal(pdf: Pdf, x: number, y: number, side: number): void {
  pdf.save();
  pdf.translate(x + side / 2, y + side / 2).scale(side / 200);
  pdf.strokeColor(ink.seal).fillColor(ink.seal).lineJoin('round').lineCap('round');
  drawEdge(pdf);
  drawGuilloche(pdf);
  drawRegister(pdf);
  pdf.restore();
}

/** Draws a jurisdiction's crest into the middle of a square of `side` points. */
export function drawCrest(
  pdf: Pdf,
  { box: [left, top, width, height], shapes }: Picture,
  x: number,
  y: number,
  side: number,
): void {
  const scale = side / Math.max(width, height);
  pdf.save();
  pdf.translate(x + (side - width * scale) / 2, y + (side - height * scale) / 2).scale(scale);
  pdf.translate(-left, -top).rect(left, top, width, height).clip();
  for (const { path, fill, rule } of shapes) pdf.path(path).fill(fill, rule);
  pdf.restore();
}

/** A scalloped rim and two rings, with a ring of dots between them. */
function drawEdge(pdf: Pdf): void {
  closedCurve(pdf, 240, (turn) => {
    const radius = 95.5 + 2.5 * Math.cos(48 * turn);
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  pdf.lineWidth(2).stroke();
  pdf.lineWidth(2.4).circle(0, 0, 88).stroke();
  pdf.lineWidth(0.9).circle(0, 0, 76).stroke();
  for (let dot = 0; dot < 48; dot += 1) {
    const turn = (dot / 48) * 2 * Math.PI;
    pdf.circle(82 * Math.cos(turn), 82 * Math.sin(turn), 1.7);
  }
  pdf.fill();
}

function drawGuilloche(pdf: Pdf): void {
  for (const phase of [0, Math.PI / 2, Math.PI, (3 * Math.PI) / 2]) {
    closedCurve(pdf, 288, (turn) => {
      const radius = 64 + 9 * Math.sin(18 * turn + phase);
      return [radius * Math.cos(turn), radius * Math.sin(turn)];
    });
  }
  pdf.lineWidth(0.75).stroke();
  pdf.lineWidth(1.6).circle(0, 0, 52).stroke();
}

/** An open book with lines of entries, and a star above it. */
function drawRegister(pdf: Pdf): void {
  for (const side of [-1, 1]) {
    pdf
      .moveTo(0, -10)
      .bezierCurveTo(side * 10, -18, side * 26, -18, side * 38, -13)
      .lineTo(side * 38, 22)
      .bezierCurveTo(side * 26, 17, side * 10, 17, 0, 25)
      .closePath();
    pdf.lineWidth(2.2).stroke();
    for (const line of [0, 1, 2]) {
      const top = -4 + 8 * line;
      pdf
        .moveTo(side * 7, top - 2)
        .bezierCurveTo(side * 14, top - 6, side * 24, top - 6, side * 31, top - 4);
    }
    pdf.lineWidth(1.3).stroke();
    pdf.moveTo(side * 38, 26).bezierCurveTo(side * 26, 22, side * 10, 22, 0, 30);
    pdf.lineWidth(1.6).stroke();
  }
  for (let point = 0; point < 10; point += 1) {
    const turn = (point / 10) * 2 * Math.PI - Math.PI / 2;
    const radius = point % 2 === 0 ? 9 : 3.8;
    const corner = [radius * Math.cos(turn), -31 + radius * Math.sin(turn)] as const;
    if (point === 0) pdf.moveTo(...corner);
    else pdf.lineTo(...corner);
  }
  pdf.closePath().fill();
}

function closedCurve(
  pdf: Pdf,
  points: number,
  at: (turn: number) => readonly [x: number, y: number],
): void {
  pdf.moveTo(...at(0));
  for (let point = 1; point < points; point += 1) {
    pdf.lineTo(...at((point / points) * 2 * Math.PI));
  }
  pdf.closePath();
}

/** Colours of the documents. Text keeps a contrast of at least 7 : 1 on white, and prints well in grey. */
export const ink = {
  text: '#1b1f2a',
  heading: '#1c2b4a',
  secondary: '#4b5263',
  rule: '#8a93a8',
  frame: '#1c2b4a',
  seal: '#1c2b4a',
  /** Behind the text, with a contrast of 5 : 1. */
  specimen: '#f2d9d6',
} as const;
