import type { Spoken } from '../../kernel/domain/locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, linesOf, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { informationPath } from '../contracts/information-contract.ts';
import type { Questioned } from '../domain/information-request.ts';
import type { DecidedFiling } from '../domain/review-steps.ts';
import { filingStatusTexts } from '../texts/index.ts';

const say = words(filingStatusTexts);

/** The status of a filing: a short line for lists, and a title and sentence for its page. */
export interface StageWords {
  readonly line: string;
  readonly title: string;
  readonly text: string;
}

/** A short notice that a reviewer is waiting for an answer. */
export function questionTitle(reader: Spoken): string {
  return say(reader).question;
}

/** A reviewer's question, with the link to answer it. */
export function questionNotice(
  site: Site,
  { informationRequest }: Questioned,
  details: Content = null,
): Content {
  if (informationRequest === undefined) return null;
  const said = say(site);
  const { reviewId, message } = informationRequest;
  return notice('warning', said.question, [
    html`<p>${said.questionText}</p>`,
    details,
    html`<p>${linesOf(message)}</p>`,
    html`<p>${linkButton(said.answer, href(site, informationPath(reviewId)))}</p>`,
  ]);
}

/** The reason of a rejection. */
export function reasonInWords(reason: string | null, reader: Spoken): string {
  return say(reader).reason(reason);
}

/** The status of a submitted filing for anyone with its signature link. Omits the reason of a rejection. */
export function signersNotice(
  title: string,
  filing: Pick<DecidedFiling, 'approvedAt' | 'rejectedAt' | 'withdrawnAt'> & {
    readonly submittedAt: string | null;
  },
  reader: Spoken,
): Html {
  const said = say(reader);
  const { submittedAt, approvedAt, rejectedAt, withdrawnAt } = filing;
  if (approvedAt !== null) {
    return notice('success', title, html`<p>${said.approved(instant(approvedAt, reader))}</p>`);
  }
  if (withdrawnAt !== undefined) {
    return notice('info', title, html`<p>${said.withdrawn(instant(withdrawnAt, reader))}</p>`);
  }
  if (rejectedAt !== null) {
    return notice('info', title, html`<p>${said.rejected(instant(rejectedAt, reader))}</p>`);
  }
  const at = submittedAt === null ? null : instant(submittedAt, reader);
  return notice('success', title, html`<p>${said.submitted(at)}</p>`);
}
