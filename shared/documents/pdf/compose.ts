import { bindingLocale } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { specimenTexts } from '../texts/index.ts';
import { letterhead, remark, title } from './blocks.ts';
import { closing } from './closing.ts';
import { addSignatureField, type Signing, withSignature } from './detached-signature.ts';
import type { Issued, Issuer } from './issued.ts';
import { bytesOf, drawDecoration, openPdf, type Pdf, type PdfIdentity, pageSize } from './pdf.ts';
import { ink } from './seal.ts';
import { setText } from './set-text.ts';
import { type Block, drawAll, type Sheet, typeArea } from './sheet.ts';

/** The scales to try; the largest with the fewest pages is used. */
const scales = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7] as const;

/** The usable height of a page. */
const room = typeArea.bottom - typeArea.top;

/** A document of the registry, or a printout in the same layout. */
export interface Composition extends PdfIdentity {
  /** The page's and window's title. It must not contain anything from a caller. */
  readonly headline: string;
  /** The issuer. Every page of a sandbox's documents is marked as a specimen. */
  readonly issuer: Issuer;
  /** Everything between the letterhead and the end, from top to bottom. */
  body(sheet: Sheet): readonly Block[];
  /** The foot of the last page. */
  end(sheet: Sheet): Block;
  readonly footer: string;
  pageNumber(page: number, pages: number): string;
  /** The note about characters shown by their code points, if there are any. */
  readonly codePointRemark: string;
  /** A fixed scale for a long document, so that it is laid out only once. */
  readonly scale?: number;
}

/**
 * Lays out a document and returns its bytes. Equal data give equal bytes, if it is unsigned or its signature is
 * deterministic.
 */
export function compose(
  issued: Issued,
  headline: string,
  content: (sheet: Sheet) => readonly Block[],
): Promise<Uint8Array> {
  const { documentId, issuedAt, issuer, signing } = issued;
  const composition: Composition = {
    ...{ documentId, issuedAt, issuer, headline, locale: bindingLocale },
    body: (sheet) => [letterhead(sheet, issuer), title(sheet, headline), ...content(sheet)],
    end: (sheet) => closing(sheet, issued),
    footer: `${headline} · Document ${documentId}`,
    pageNumber: (page, pages) => `Page ${page} of ${pages}`,
    codePointRemark:
      'Characters that this typeface lacks are shown by their Unicode code points (U+…), in small type.',
  };
  return typeset(composition, signing);
}

/**
 * Lays out a composition and returns its bytes. One page in a smaller size is preferred to two. Longer documents
 * continue on further pages; the last one has at least one block other than the end.
 */
export async function typeset(
  composition: Composition,
  signing: Signing | null = null,
): Promise<Uint8Array> {
  const { headline, issuer, pageNumber, codePointRemark, scale: only } = composition;
  const specimen = issuer.isSandbox ? specimenTextsFor(composition) : null;
  const footer = [specimen?.mark ?? [], composition.footer].flat().join(' · ');
  const pdf = openPdf(headline, composition);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const layOut = (scale: number): readonly Page[] => {
    const sheet = { pdf, root, scale };
    const content = composition.body(sheet);
    const body = specimen === null ? content : [remark(sheet, specimen.note), ...content];
    const end = composition.end(sheet);
    const spelt = [...body, end].some(({ hasCodePoints }) => hasCodePoints === true);
    return pagesOf(spelt ? [...body, remark(sheet, codePointRemark)] : body, end);
  };
  const sizes = only === undefined ? scales : [only];
  const pages = fewestPages(sizes.map((scale) => () => layOut(scale)));
  for (const [position, page] of pages.entries()) {
    pdf.addPage();
    if (specimen !== null) drawSpecimenMark(pdf, specimen.mark);
    drawFrame(pdf);
    drawFooter(pdf, footer, pageNumber(position + 1, pages.length));
    drawPage(page);
  }
  if (signing !== null) await addSignatureField(pdf, root, signing, issuer);
  root.end();
  const bytes = await bytesOf(pdf);
  return signing === null ? bytes : withSignature(bytes, signing);
}

/**
 * The first of the layouts with the fewest pages. Stops at a layout with one page.
 *
 * Throws a RangeError if every layout has a block higher than a page, which data within the limits of names and
 * addresses never cause.
 */
function fewestPages(layouts: readonly (() => readonly Page[])[]): readonly Page[] {
  let fewest: readonly Page[] = [];
  for (const layOut of layouts) {
    const pages = layOut();
    const fits = pages.every(({ blocks }) => blocks.every(({ height }) => height <= room));
    if (fits && (fewest.length === 0 || pages.length < fewest.length)) fewest = pages;
    if (fewest.length === 1) break;
  }
  if (fewest.length === 0) throw new RangeError('A part of the document is higher than a page');
  return fewest;
}

interface Page {
  readonly blocks: readonly Block[];
  /** The foot of the last page. */
  readonly end: Block | null;
}

function pagesOf(blocks: readonly Block[], end: Block): readonly Page[] {
  const pages: Block[][] = [[]];
  let used = 0;
  for (const [position, block] of blocks.entries()) {
    const next = block.keepsWithNext ? blocks[position + 1] : undefined;
    const needed = block.gap + block.height + (next === undefined ? 0 : next.gap + next.height);
    if (used > 0 && used + needed > room) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(block);
    used += (used > 0 ? block.gap : 0) + block.height;
  }
  if (used + end.gap + end.height > room) {
    const last = blocks.at(-1);
    const goesAlong = last !== undefined && last.height + end.gap + end.height <= room;
    if (goesAlong) pages.at(-1)?.pop();
    pages.push(goesAlong ? [last] : []);
  }
  return pages.map((page, position) => ({
    blocks: page,
    end: position === pages.length - 1 ? end : null,
  }));
}

/** Draws the blocks from the top, with some of the free space between them, and the end at the bottom. */
function drawPage({ blocks, end }: Page): void {
  const gaps = blocks.slice(1).reduce((sum, { gap }) => sum + gap, 0);
  const heights = blocks.reduce((sum, { height }) => sum + height, 0);
  const endHeight = end === null ? 0 : end.gap + end.height;
  const spare = room - gaps - heights - endHeight;
  const stretch = end === null || gaps === 0 ? 1 : Math.min(1.7, 1 + (spare * 0.75) / gaps);
  let top = typeArea.top;
  for (const [position, block] of blocks.entries()) {
    if (position > 0) top += block.gap * stretch;
    block.draw(top);
    top += block.height;
  }
  end?.draw(typeArea.bottom - end.height);
}

function drawFrame(pdf: Pdf): void {
  drawDecoration(pdf, 'Layout', () => {
    for (const [inset, width] of [
      [26, 1.4],
      [31, 0.4],
    ] as const) {
      pdf
        .lineWidth(width)
        .rect(inset, inset, pageSize.width - 2 * inset, pageSize.height - 2 * inset)
        .stroke(ink.frame);
    }
  });
}

function drawFooter(pdf: Pdf, left: string, right: string): void {
  const setting = {
    size: 7.5,
    weight: 'regular',
    tracking: 0,
    width: typeArea.width,
    colour: ink.secondary,
    leading: 1.4,
  } as const;
  drawDecoration(pdf, 'Pagination', () => {
    const y = pageSize.height - 54;
    drawAll(setText(pdf, [{ text: left }], { ...setting, align: 'left' }).at(typeArea.left, y));
    drawAll(setText(pdf, [{ text: right }], { ...setting, align: 'right' }).at(typeArea.left, y));
  });
}

/** The specimen texts of a sandbox document: `mark` on every page, `note` once, for screen readers. */
const specimenTextsFor = byLocale(specimenTexts);

/** Degrees: from the lower left to the upper right, clear of the QR code. */
const slope = 52;

/** Width of the mark, in points: most of the page's diagonal. */
const length = 620;

/**
 * Draws the mark across the page, below everything drawn later. Uses an opaque pale colour, because transparency groups
 * are not needed then, and an artifact, which screen readers skip.
 */
function drawSpecimenMark(pdf: Pdf, mark: string): void {
  const { width, height } = pageSize;
  const setting = {
    weight: 'bold',
    align: 'centre',
    colour: ink.specimen,
    leading: 1,
    tracking: 0,
    width: 10 * length,
  } as const;
  const natural = setText(pdf, [{ text: mark }], { ...setting, size: 100 }).width;
  const set = setText(pdf, [{ text: mark }], { ...setting, size: (100 * length) / natural });
  drawDecoration(pdf, 'Layout', () => {
    pdf.save();
    pdf.rotate(-slope, { origin: [width / 2, height / 2] });
    drawAll(set.at(width / 2 - 5 * length, (height - set.height) / 2));
    pdf.restore();
  });
}
