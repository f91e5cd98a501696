import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type Content, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { instant, notice, type Row } from '../../kernel/pages/text.ts';
import { type AmendableEntity, detailNames } from '../../registry/domain/amendable-entity.ts';
import { detailShown, detailTextsFor } from '../../registry/pages/entity-details.ts';
import type { Waits } from '../../reviews/domain/queue.ts';
import { formatReason, questionNotice, questionTitle } from '../../reviews/pages/filing-status.ts';
import { formatWaits } from '../../reviews/pages/format-waits.ts';
import { type AmendmentStage, type AmendmentState, amendmentStage } from '../domain/amendment.ts';
import { amended, changedDetails, type ProposedChanges } from '../domain/proposed-changes.ts';
import { amendmentChangesTexts, amendmentStatusTexts } from '../texts/index.ts';

const textsFor = byLocale(amendmentStatusTexts);
const changesIn = byLocale(amendmentChangesTexts);

type Filing = AmendmentState & { readonly annulment?: object | undefined };

/** A short title of an amendment. */
export function amendmentTitle(changes: ProposedChanges, context: Localized): string {
  const { change, neither } = textsFor(context);
  const details = changedDetails(changes).map((name) => detailTextsFor(context)[name].of);
  return details.length > 0 ? change(details) : neither;
}

/** The status of an amendment in a few words. */
export function amendmentStatus(filing: Filing, context: Localized): string {
  const stage = amendmentStage(filing);
  return stage === 'answer' ? questionTitle(context) : textsFor(context).stages[stage].line;
}

/** The title of a decided amendment. */
export function decisionTitle(
  decision: 'approved' | 'rejected' | 'withdrawn',
  context: Localized,
): string {
  return textsFor(context).stages[decision].title;
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
  context: PageContext,
  amendment: Filing & { readonly entityId: string },
  waits: Waits | null,
): Content {
  const texts = textsFor(context);
  const stage = amendmentStage(amendment);
  const soFar = [dates(context, amendment), objections(context, amendment)];
  if (stage === 'answer') return questionNotice(context, amendment, soFar);
  const { title, text } = texts.stages[stage];
  const { signatureVoidedAt: voidedAt } = amendment;
  const isUnsubmitted = stage === 'rejected' && amendment.submittedAt === null;
  return notice(kinds[stage], title, [
    stage === 'sign' &&
      voidedAt !== undefined &&
      html`<p>${texts.signAgain(instant(voidedAt, context))}</p>`,
    html`<p>${isUnsubmitted ? texts.unsubmitted : text}</p>`,
    stage === 'pay' && amendment.statusId === 'Draft' && html`<p>${texts.voids}</p>`,
    soFar,
    stage === 'review' && waits !== null && html`<p>${formatWaits(waits, context)}</p>`,
    stage === 'withdrawn' && amendment.paidAt !== null && html`<p>${texts.notRefunded}</p>`,
    stage === 'rejected' && html`<p>${formatReason(amendment.rejectedReason, context)}</p>`,
    stage === 'approved' &&
      html`<p><a href="${href(context, `/portal/legal-entities/${amendment.entityId}`)}#documents">${texts.documents}</a></p>`,
  ]);
}

function dates(
  context: PageContext,
  { submittedAt, approvedAt, rejectedAt }: AmendmentState,
): Content {
  const texts = textsFor(context);
  const decidedAt = approvedAt ?? rejectedAt;
  if (decidedAt !== null) return html`<p>${texts.on} ${instant(decidedAt, context)}.</p>`;
  return submittedAt !== null && html`<p>${texts.since} ${instant(submittedAt, context)}.</p>`;
}

function objections(context: PageContext, { objections: count = 0 }: AmendmentState): Content {
  return count > 0 && html`<p>${textsFor(context).objections(count)}</p>`;
}

interface Changing {
  readonly previousValues: AmendableEntity | null;
  readonly entity: AmendableEntity;
}

/**
 * The registered and the proposed values, for signers and reviewers. `previousValues` has the values before the approval;
 * until then, those of `entity` are used.
 */
export function changeRows(
  { previousValues, entity }: Changing,
  changes: ProposedChanges,
  context: Localized = {},
): readonly Row[] {
  const before = previousValues ?? entity;
  const changed = changedDetails(changes);
  const after = amended(before, changes);
  const rows = detailNames.flatMap((name): readonly Row[] => {
    const { registered, proposed, previous, current } = detailTextsFor(context)[name];
    const isChanged = previousValues !== null && changed.includes(name);
    const now: Row = [isChanged ? previous : registered, detailShown(before, name, context)];
    if (!changed.includes(name)) return name === 'name' ? [now] : [];
    return [
      now,
      [isChanged ? current : proposed, html`<strong>${detailShown(after, name, context)}</strong>`],
    ];
  });
  const { proposed, nothing } = changesIn(context);
  return changed.length > 0 ? rows : [...rows, [proposed, nothing]];
}
