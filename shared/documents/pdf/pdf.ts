import PDFDocument from 'pdfkit';
import { instantOf } from '../../kernel/domain/dates.ts';
import { notoSerifBold, notoSerifRegular } from './fonts/noto-serif.ts';
import type { Issued } from './issued.ts';

/** A document while it is drawn. */
export type Pdf = typeof PDFDocument;

export type Weight = 'regular' | 'bold';

/** A4, in points of 1/72 inch, like all lengths here. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

const typefaces: Readonly<Record<Weight, Uint8Array>> = {
  regular: Buffer.from(notoSerifRegular, 'base64'),
  bold: Buffer.from(notoSerifBold, 'base64'),
};

/**
 * A document without pages: PDF 1.7, tagged, in English, with its title in the window.
 *
 * Dates and file id come from the data alone, so that equal data make equal bytes. `title` must hold
 * nothing that a caller gave: pdfkit copies it into XML as it is.
 */
export function openPdf(title: string, { documentId, issuedAt }: Issued): Pdf {
  const instant = instantOf(issuedAt);
  const info = {
    Title: title,
    Creator: 'Resident Registry',
    Producer: 'pdfkit',
    CreationDate: instant,
    ModDate: instant,
    // Not one of PDF's own fields, but allowed: it makes the file id specific to this document.
    DocumentId: documentId,
  };
  const pdf = new PDFDocument({
    pdfVersion: '1.7',
    size: 'A4',
    margin: 0,
    // No standard font: their metrics would be read from files that a bundle does not have.
    font: '',
    autoFirstPage: false,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info,
  });
  for (const weight of ['regular', 'bold'] as const) pdf.registerFont(weight, typefaces[weight]);
  return pdf;
}

/** Ends the document. Nothing can be drawn on it any more. */
export async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  pdf.end();
  const chunks: Uint8Array[] = await pdf.toArray();
  return new Uint8Array(Buffer.concat(chunks));
}

/** Draws decoration: rules, frames and page numbers, which a screen reader skips. */
export function drawDecoration(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}
