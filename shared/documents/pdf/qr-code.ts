import { create } from 'qrcode/lib/core/qrcode.js';
import type { Pdf } from './pdf.ts';

/** Light modules required around the symbol. */
export const quietZone = 4;

/**
 * Draws a QR code of `text` as one filled path into a square of `side` points, including the quiet zone. Error
 * correction M tolerates a loss of 15 %.
 */
export function drawQrCode(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const module = side / (modules.size + 2 * quietZone);
  for (let row = 0; row < modules.size; row += 1) {
    let first: number | null = null;
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) !== 0;
      if (dark) {
        first ??= column;
      } else if (first !== null) {
        const left = x + (quietZone + first) * module;
        pdf.rect(left, y + (quietZone + row) * module, (column - first) * module, module);
        first = null;
      }
    }
  }
  pdf.fill('#000000');
}
