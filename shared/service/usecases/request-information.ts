import { keys } from '../../kernel/db/keys.ts';
import { create } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { bindingLocale, type Localized } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import type { OutgoingEmail } from '../../mail/usecases/post.ts';
import { findPerson } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { residencyEmails } from '../../residency/mail/residency-emails.ts';
import { informationPath } from '../../reviews/contracts/information-contract.ts';
import type { Ready } from '../../reviews/contracts/portal-reviews-contract.ts';
import { readReviewEntries, requireReview, type StoredReview } from '../../reviews/db/reviews.ts';
import type { ReviewTextsDeps } from '../../reviews/deps/approvals-deps.ts';
import type { RejectionReason } from '../../reviews/domain/rejection-reasons.ts';
import { questionedReview } from '../../reviews/domain/review.ts';
import { textsFor } from '../../reviews/domain/review-texts.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { questionEmails, reviewEmails } from '../../reviews/mail/review-emails.ts';
import { accepted, actOnReview } from '../../reviews/usecases/act-on-review.ts';
import { readReview } from '../../reviews/usecases/read-reviews.ts';
import { mayDo } from '../../staff/domain/staff-rights.ts';
import { reviewersToNotify } from '../../staff/usecases/staff.ts';
import { readStaffStatus, type StaffStatus } from '../../staff/usecases/staff-status.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import { requireNotOwn } from './decide-review.ts';
import { readReviewed } from './reviewed-filings.ts';

/**
 * Asks the applicant for information. The case stays under review and can be decided in the meantime. Its invoice and
 * the time of its submission stay the same. Only one question can be open.
 *
 * Errors: those of `actOnReview`; 409 `review.not_pending` with the decision; 403 `review.own`; 409
 * `review.information_requested` while another question is open, `review.case_closed` if the case was withdrawn since
 * its submission.
 */
export function requestInformation(
  reviewId: string,
  message: string,
  actor: Actor,
  deps: CoreDeps,
  staff?: StaffStatus,
): Promise<StoredReview> {
  return actOnReview(reviewId, { act: 'case.ask', actor, staff }, deps, async (review, at) => {
    const id = deps.newId();
    const request = { id, reviewId, message, requestedAt: at, answeredAt: null };
    const command = { type: 'request_information', request } as const;
    const asking = { already_requested: apiErrors.informationRequested };
    const next = accepted(questionedReview(review, command, at), review, asking);
    const { rules, item } = await readReviewed(review.subject, deps.table);
    const stillNotOwn = await requireNotOwn(item, rules, actor.personId, deps.table);
    const asked = rules.decide(item, command, at);
    if (!asked.ok) {
      // The review may have been read before another reviewer's act and the case after it: both are written together.
      const { version } = await readReview(reviewId, deps);
      if (version !== review.version) return lostRace;
      throw reviewErrors.reviewedCaseClosed();
    }
    return {
      action: 'review.information_requested',
      next,
      details: { requestId: id },
      writes: {
        ...rules.writes(asked.next),
        question: create({ ...keys.reviewQuestion(reviewId, at, id), ...request, by: actor }),
        stillNotOwn,
        notification: mailWrite(deps.newId(), at, {
          template: rules.questionMail,
          reviewId,
          requestId: id,
        }),
      },
    };
  });
}

/**
 * The deployment's prepared text with this label for the case's type, in the language of the applicant, or of the first
 * one. Null if there is none. Error: 404.
 */
export async function readyText(
  reviewId: string,
  { kind, label }: Ready,
  { table, reviewTexts }: Pick<CoreDeps, 'table'> & ReviewTextsDeps,
): Promise<{ readonly text: string; readonly reasonCode: RejectionReason | null } | null> {
  const { subject } = await readReview(reviewId, { table });
  const ready = textsFor(reviewTexts, subject.type, kind).find((each) => each.label === label);
  if (ready === undefined) return null;
  const { rules, item } = await readReviewed(subject, table);
  const [applicant] = await rules.applicants(item, table);
  const text = ready.text[applicant?.locale ?? bindingLocale];
  return { text, reasonCode: ready.reasonCode ?? null };
}

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/** The email for a reviewer's question. None if it is answered, or the case is decided or withdrawn. */
export async function writeOfQuestion(
  {
    template,
    reviewId,
    requestId,
  }: MailOf<'information_requested' | 'residency_information_requested'>,
  { table, baseUrl }: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const review = await requireReview(table, reviewId);
  const asked = review.informationRequest;
  if (review.status !== 'pending' || asked?.id !== requestId || asked.answeredAt !== null)
    return [];
  const { rules, item } = await readReviewed(review.subject, table);
  if (rules.isWithdrawn?.(item)) return [];
  const [applicants, name] = await Promise.all([
    rules.applicants(item, table),
    rules.name(item, table),
  ]);
  const facts = { message: asked.message, url: baseUrl + informationPath(reviewId) };
  const letterTo = (context: Localized) =>
    template === 'information_requested'
      ? questionEmails(context).informationRequested({
          ...facts,
          subjectType: review.subject.type,
          name,
        })
      : residencyEmails(context).informationRequested(facts);
  return applicants.map(({ id, email, locale }) => ({
    to: email,
    recipient: id,
    write: () => letterTo(locale === undefined ? {} : { locale }),
  }));
}

/**
 * The email for an answer, to the reviewer who asked. If an operator asked, or someone who is no longer a reviewer, it
 * goes to all reviewers. None once the case is decided.
 */
export async function writeOfAnswer(
  { reviewId, requestId }: MailOf<'information_answered'>,
  deps: EmailDeps,
): Promise<readonly OutgoingEmail[]> {
  const { table, baseUrl } = deps;
  const review = await requireReview(table, reviewId);
  if (review.status !== 'pending') return [];
  const { type: subjectType } = review.subject;
  const { questions } = await readReviewEntries(table, reviewId);
  const by = questions.find(({ question }) => question.id === requestId)?.question.by;
  const asker = by?.personId ? await findPerson(table, by.personId) : null;
  const staff = asker && (await readStaffStatus(asker, deps));
  const recipients =
    asker && mayDo(staff, 'case.ask', subjectType)
      ? [asker.email]
      : await reviewersToNotify([subjectType], deps);
  const message = reviewEmails.informationAnswered({
    reviewId,
    subjectType,
    url: `${baseUrl}/portal/reviews/${reviewId}`,
  });
  return recipients.map((to) => ({ to, recipient: to, write: () => message }));
}
