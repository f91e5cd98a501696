import type { Spoken } from '../../kernel/domain/locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { detailWords } from '../../registry/pages/entity-details.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { questionNotice, questionTitle, reasonInWords } from '../../reviews/pages/filing-status.ts';
import { waitsInWords } from '../../reviews/pages/waits-in-words.ts';
import { type AmendmentStage, type AmendmentState, amendmentStage } from '../domain/amendment.ts';
import { changedDetails, type ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentStatusTexts } from '../texts/index.ts';

const say = words(amendmentStatusTexts);

type Filing = AmendmentState & { readonly annulment?: object | undefined };

/** A short title of an amendment. */
export function amendmentTitle(changes: ProposedChanges, reader: Spoken): string {
  const { change, neither } = say(reader);
  const details = changedDetails(changes).map((name) => detailWords(reader)[name].of);
  return details.length > 0 ? change(details) : neither;
}

/** The status of an amendment in a few words. */
export function amendmentStatus(filing: Filing, reader: Spoken): string {
  const stage = amendmentStage(filing);
  return stage === 'answer' ? questionTitle(reader) : say(reader).stages[stage].line;
}

/** The title of a decided amendment. */
export function decisionTitle(
  decision: 'approved' | 'rejected' | 'withdrawn',
  reader: Spoken,
): string {
  return say(reader).stages[decision].title;
}

const kinds: Readonly<Record<Exclude<AmendmentStage, 'answer'>, 'info' | 'success' | 'warning'>> = {
  propose: 'info',
  sign: 'info',
  pay: 'info',
  submit: 'warning',
  review: 'success',
  approved: 'success',
  rejected: 'warning',
  withdrawn: 'info',
  annulled: 'warning',
};

/** The status of an amendment, the reason, and the next step. */
export function stageNotice(
  site: Site,
  amendment: Filing & { readonly entityId: string },
  waits: Waits | null,
): Content {
  const said = say(site);
  const stage = amendmentStage(amendment);
  const soFar = [dates(site, amendment), objections(site, amendment)];
  if (stage === 'answer') return questionNotice(site, amendment, soFar);
  const { title, text } = said.stages[stage];
  const { signatureVoidedAt: voidedAt } = amendment;
  const isUnsubmitted = stage === 'rejected' && amendment.submittedAt === null;
  return notice(kinds[stage], title, [
    stage === 'sign' &&
      voidedAt !== undefined &&
      html`<p>${said.signAgain(instant(voidedAt, site))}</p>`,
    html`<p>${isUnsubmitted ? said.unsubmitted : text}</p>`,
    stage === 'pay' && amendment.statusId === 'Draft' && html`<p>${said.voids}</p>`,
    soFar,
    stage === 'review' && waits !== null && html`<p>${waitsInWords(waits, site)}</p>`,
    stage === 'withdrawn' && amendment.paidAt !== null && html`<p>${said.notRefunded}</p>`,
    stage === 'rejected' && html`<p>${reasonInWords(amendment.rejectedReason, site)}</p>`,
    stage === 'approved' &&
      html`<p><a href="${href(site, `/portal/legal-entities/${amendment.entityId}`)}#documents">${said.documents}</a></p>`,
  ]);
}

function dates(site: Site, { submittedAt, approvedAt, rejectedAt }: AmendmentState): Content {
  const said = say(site);
  const decidedAt = approvedAt ?? rejectedAt;
  if (decidedAt !== null) return html`<p>${said.on} ${instant(decidedAt, site)}.</p>`;
  return submittedAt !== null && html`<p>${said.since} ${instant(submittedAt, site)}.</p>`;
}

function objections(site: Site, { objections: count = 0 }: AmendmentState): Content {
  return count > 0 && html`<p>${say(site).objections(count)}</p>`;
}
