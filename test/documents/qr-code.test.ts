import { create } from 'qrcode/lib/core/qrcode.js';
import { expect, test } from 'vitest';
import { bytesOf, openPdf } from '../../shared/documents/pdf/pdf.ts';
import { drawQrCode, quietZone } from '../../shared/documents/pdf/qr-code.ts';
import { readPdf } from '../support/pdf-text.ts';
import { issued } from './extreme-documents.ts';

test('a QR code has exactly its dark modules, inside a quiet zone of four modules', async () => {
  const url = 'https://registry.example/certificates/K7QD2MXP9RTA';
  const { modules } = create(url, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * quietZone;
  const pdf = openPdf('QR code', issued);
  pdf.addPage();
  // A module is one point, so that drawn lengths are modules.
  drawQrCode(pdf, url, 0, 0, side);
  const dark = readPdf(await bytesOf(pdf)).rectangles.flatMap(([x, y, width, height]) => {
    expect(height).toBe(1);
    return Array.from(
      { length: width },
      (_, column) => `${x + column - quietZone} ${y - quietZone}`,
    );
  });
  const expected = Array.from({ length: modules.size ** 2 }, (_, position) => ({
    row: Math.floor(position / modules.size),
    column: position % modules.size,
  }))
    .filter(({ row, column }) => modules.get(row, column) !== 0)
    .map(({ row, column }) => `${column} ${row}`);
  expect(dark.toSorted()).toEqual(expected.toSorted());
});
