import type { Locale } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { words } from '../../kernel/pages/words.ts';
import { printoutTexts } from '../texts/index.ts';
import { letterhead, remark, title } from './blocks.ts';
import { typeset } from './compose.ts';
import type { Issuer } from './issued.ts';
import type { Block, Sheet } from './sheet.ts';

const say = words(printoutTexts);

/** Printouts of the registry's pages. They are created on request, not stored and not certified. */
export interface Printout {
  /** The number of the printed record; in the footer of each page. */
  readonly number: string;
  /** Instant at which it was as it is shown (ISO 8601). */
  readonly at: string;
  readonly issuer: Issuer;
  readonly locale: Locale;
  /** One size for something long: see `Composition`. */
  readonly scale?: number;
}

/**
 * Sets a printout: under the registry's letterhead like its documents, but without code, signature and registrar, because a
 * printout proves nothing. The same bytes for the same data.
 *
 * `headline` must contain nothing from a caller.
 */
export function printOut(
  { number, at, issuer, locale, scale }: Printout,
  headline: string,
  content: (sheet: Sheet) => readonly Block[],
): Promise<Uint8Array> {
  const { office, seal, crest, of, plain, page, codePoints } = say({ locale });
  return typeset({
    ...{ documentId: number, issuedAt: at, issuer, headline, locale },
    ...(scale !== undefined && { scale }),
    body: (sheet) => [
      letterhead(sheet, issuer, { office, seal, crest }),
      title(sheet, headline),
      ...content(sheet),
    ],
    end: (sheet) => remark(sheet, `${of(dayInWords(at, locale))} ${plain}`),
    footer: `${headline} · ${number}`,
    pageNumber: page,
    codePointRemark: codePoints,
  });
}
