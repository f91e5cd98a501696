import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { instant, linesOf, notice } from '../../kernel/pages/text.ts';
import { informationPath } from '../contracts/information-contract.ts';
import type { Questioned } from '../domain/information-request.ts';
import type { DecidedFiling } from '../domain/review-steps.ts';
import { filingStatusTexts } from '../texts/index.ts';

const textsFor = byLocale(filingStatusTexts);

/** The status of a filing: a short line for lists, and a title and sentence for its page. */
export interface StageTexts {
  readonly line: string;
  readonly title: string;
  readonly text: string;
}

/** A short notice that a reviewer is waiting for an answer. */
export function questionTitle(context: Localized): string {
  return textsFor(context).question;
}

/** A reviewer's question, with the link to answer it. */
export function questionNotice(
  context: PageContext,
  { informationRequest }: Questioned,
  details: Content = null,
): Content {
  if (informationRequest === undefined) return null;
  const texts = textsFor(context);
  const { reviewId, message } = informationRequest;
  return notice('warning', texts.question, [
    html`<p>${texts.questionText}</p>`,
    details,
    html`<p>${linesOf(message)}</p>`,
    html`<p>${linkButton(texts.answer, href(context, informationPath(reviewId)))}</p>`,
  ]);
}

/** The reason of a rejection. */
export function formatReason(reason: string | null, context: Localized): string {
  return textsFor(context).reason(reason);
}

/** The status of a submitted filing for anyone with its signature link. Omits the reason of a rejection. */
export function signersNotice(
  title: string,
  filing: Pick<DecidedFiling, 'approvedAt' | 'rejectedAt' | 'withdrawnAt'> & {
    readonly submittedAt: string | null;
  },
  context: Localized,
): Html {
  const texts = textsFor(context);
  const { submittedAt, approvedAt, rejectedAt, withdrawnAt } = filing;
  if (approvedAt !== null) {
    return notice('success', title, html`<p>${texts.approved(instant(approvedAt, context))}</p>`);
  }
  if (withdrawnAt !== undefined) {
    return notice('info', title, html`<p>${texts.withdrawn(instant(withdrawnAt, context))}</p>`);
  }
  if (rejectedAt !== null) {
    return notice('info', title, html`<p>${texts.rejected(instant(rejectedAt, context))}</p>`);
  }
  const at = submittedAt === null ? null : instant(submittedAt, context);
  return notice('success', title, html`<p>${texts.submitted(at)}</p>`);
}
