import PDFDocument from 'pdfkit';
import { instantOf } from '../../kernel/domain/dates.ts';
import { bindingLocale, type Localized } from '../../kernel/domain/locale.ts';
import { libraryFont, registerFaces } from './fallback-faces.ts';
import { notoSerifBold, notoSerifRegular } from './fonts/noto-serif.ts';
import type { Issued } from './issued.ts';

/** A document being drawn. */
export type Pdf = typeof PDFDocument;

export type Weight = 'regular' | 'bold';

/** A4, in points of 1/72 inch, like all lengths here. */
export const pageSize = { width: 595.28, height: 841.89 } as const;

const typefaces: Readonly<Record<Weight, Uint8Array>> = {
  regular: Buffer.from(notoSerifRegular, 'base64'),
  bold: Buffer.from(notoSerifBold, 'base64'),
};

/** Declares in the metadata that a document is PDF/UA-1, in the form that PDF/A requires. */
const accessible = `
  <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
  <rdf:Description rdf:about=""
      xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>part</pdfaProperty:name>
        <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
        <pdfaProperty:category>internal</pdfaProperty:category>
        <pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description>
      </rdf:li></rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;

/** The data of the file's unique id. */
export interface PdfIdentity extends Pick<Issued, 'documentId' | 'issuedAt'>, Localized {}

/**
 * A document without pages: PDF 1.7, PDF/A-2a and PDF/UA-1, tagged, with its title in the window.
 *
 * Dates and file id are derived from the data, so that equal data give equal bytes. `title` must not contain data from
 * callers, because pdfkit copies it into XML unescaped.
 */
export function openPdf(
  title: string,
  { documentId, issuedAt, locale = bindingLocale }: PdfIdentity,
): Pdf {
  const instant = instantOf(issuedAt);
  const info = {
    Title: title,
    Creator: 'Resident Registry',
    Producer: 'pdfkit',
    CreationDate: instant,
    ModDate: instant,
    // Not a standard field, but allowed; makes the file id specific to this document.
    DocumentId: documentId,
  };
  const pdf = new PDFDocument({
    pdfVersion: '1.7',
    // Adds metadata and the sRGB profile, which pdfkit reads from its own file (`lib/bundle`).
    subset: 'PDF/A-2a',
    size: 'A4',
    margin: 0,
    // No standard font, because a bundle lacks the files with their metrics.
    font: '',
    autoFirstPage: false,
    tagged: true,
    lang: locale,
    displayTitle: true,
    info,
  });
  pdf.appendXML(accessible);
  for (const weight of ['regular', 'bold'] as const) {
    pdf.registerFont(weight, typefaces[weight]);
    shareTables(pdf, weight);
  }
  registerFaces(pdf);
  return pdf;
}

/** Parsed tables of the typefaces, shared by all documents. */
const tables = new Map<Weight, object>();

/**
 * Lets the document's font use tables that earlier documents have parsed, which otherwise takes a third of the time.
 * Glyph subsets stay separate, because their mapping is specific to the document.
 */
function shareTables(pdf: Pdf, weight: Weight): void {
  const font = libraryFont(pdf, weight);
  const read: unknown = tables.get(weight) ?? Reflect.get(font, '_tables');
  if (typeof read !== 'object' || read === null) throw new Error('the fonts keep it elsewhere');
  tables.set(weight, read);
  Reflect.set(font, '_tables', read);
}

/** Ends the document, which can't be changed afterwards, and returns its bytes. */
export async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  pdf.end();
  const chunks: Uint8Array[] = await pdf.toArray();
  return new Uint8Array(Buffer.concat(chunks));
}

/** Draws rules, frames and page numbers, which screen readers skip. */
export function drawDecoration(pdf: Pdf, type: 'Layout' | 'Pagination', draw: () => void): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}
