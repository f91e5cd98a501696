import type { Locale } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { printoutTexts } from '../texts/index.ts';
import { letterhead, remark, title } from './blocks.ts';
import { typeset } from './compose.ts';
import type { Issuer } from './issued.ts';
import type { Block, Sheet } from './sheet.ts';

const textsFor = byLocale(printoutTexts);

/** A printout of one of the registry's pages, created on request, not stored and not certified. */
export interface Printout {
  /** The number of the printed record, shown in the footer of each page. */
  readonly number: string;
  /** The instant of the data shown (ISO 8601). */
  readonly at: string;
  readonly issuer: Issuer;
  readonly locale: Locale;
  /** A fixed scale for a long printout: see `Composition`. */
  readonly scale?: number;
}

/**
 * Creates a printout with the registry's letterhead, but without code, signature and Registrar, because it is not proof
 * of anything. Equal data give equal bytes.
 *
 * `headline` must not contain data from callers.
 */
export function printOut(
  { number, at, issuer, locale, scale }: Printout,
  headline: string,
  content: (sheet: Sheet) => readonly Block[],
): Promise<Uint8Array> {
  const { office, seal, crest, of, plain, page, codePoints } = textsFor({ locale });
  return typeset({
    ...{ documentId: number, issuedAt: at, issuer, headline, locale },
    ...(scale !== undefined && { scale }),
    body: (sheet) => [
      letterhead(sheet, issuer, { office, seal, crest }),
      title(sheet, headline),
      ...content(sheet),
    ],
    end: (sheet) => remark(sheet, `${of(formatDay(at, locale))} ${plain}`),
    footer: `${headline} · ${number}`,
    pageNumber: page,
    codePointRemark: codePoints,
  });
}
