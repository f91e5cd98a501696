import type { PartnerKeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { readOwnApplication } from '../../incorporation/usecases/read-application.ts';
import { type OwnedFiling, ownerOfFiling } from '../../kernel/db/owned.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { forEachProduct, type Product } from '../../kernel/domain/product.ts';
import { ApiError, hasStatus } from '../../kernel/errors/api-error.ts';
import type { SandboxDeps } from '../../payments/deps/payment-deps.ts';
import { reportSandboxPayment } from '../../payments/usecases/pay-in-sandbox.ts';
import { findPersonByEmail } from '../../people/db/people.ts';
import { sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import { readAccessibleEntity } from '../../registry/usecases/read-accessible-entity.ts';
import { findResidencyApplications } from '../../residency/db/residency-applications.ts';
import { applicantAccountStatus } from '../../residency/domain/account-holder.ts';
import * as residencyErrors from '../../residency/errors/residency-errors.ts';
import {
  findResidencyOfApplicant,
  readResidencyApplication,
} from '../../residency/usecases/read-residency-application.ts';
import { findReview, readReviews, type StoredReview } from '../../reviews/db/reviews.ts';
import type { Verdict } from '../../reviews/domain/review.ts';
import * as reviewErrors from '../../reviews/errors/review-errors.ts';
import { testFateOf } from '../../reviews/usecases/create-review.ts';
import { decideReview } from './decide-review.ts';
import { requestInformation } from './request-information.ts';

/** A case of the caller's own. */
export interface CallersCase {
  readonly type: Product;
  readonly id: string;
}

/** In a sandbox one person's approval counts as both, regardless of the setting. */
const approvals = forEachProduct(1 as const);

/**
 * A reviewer's decision on the caller's own case, made as the sandbox. It uses the reviewers' use case, transaction and
 * workflow.
 *
 * Errors: those of `decideReview`, without the name of who decided; 409 `review.not_submitted` before there is a review,
 * and `applicant.is_known`.
 */
export async function decideInSandbox(
  own: CallersCase,
  verdict: Verdict,
  deps: CoreDeps,
): Promise<StoredReview> {
  if (verdict.decision === 'approve') await requireOwnApplicant(own, deps);
  const { id } = await reviewOf(own, deps);
  return hidingWho(() =>
    // No one compares people in a sandbox, and the caller must not learn about others.
    decideReview(id, { ...verdict, samePersonReason: 'A sandbox' }, sandboxReviewer, {
      ...deps,
      approvals,
      reviewers: [],
    }),
  );
}

/** The same for a reviewer's question. */
export async function askInSandbox(
  own: CallersCase,
  message: string,
  deps: CoreDeps,
): Promise<StoredReview> {
  const { id } = await reviewOf(own, deps);
  return hidingWho(() => requestInformation(id, message, sandboxReviewer, deps));
}

/** The waiting review, or else the newest one. */
async function reviewOf({ type, id }: CallersCase, { table }: CoreDeps): Promise<StoredReview> {
  const filter = { subjectType: type, subjectId: id };
  const pending = await readReviews(table, { ...filter, status: 'pending' }, { limit: 1 });
  const [found] =
    pending.items.length > 0
      ? pending.items
      : (await readReviews(table, filter, { limit: 1 })).items;
  if (found === undefined) throw reviewErrors.reviewNotSubmitted();
  return found;
}

/** Callers see that a case was decided and when. Only reviewers see by whom. */
async function hidingWho<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.extras.decision) throw error;
    throw reviewErrors.reviewNotPending({ ...error.extras.decision, decidedBy: null });
  }
}

/** The caller's own application. Error: 404, also for another person's. */
export async function callersApplication(
  id: string,
  caller: PersonalKeyCaller,
  { table }: CoreDeps,
): Promise<CallersCase> {
  await readOwnApplication(table, id, caller);
  return { type: 'legal_entity_application', id };
}

/** A filing of an entity that the key may see. Error: 404 `notFound`, also if it does not exist. */
export function callersFiling(
  type: Exclude<OwnedFiling, 'legal_entity_application'>,
  notFound: () => ApiError,
) {
  return async (
    id: string,
    caller: PersonalKeyCaller,
    { table }: CoreDeps,
  ): Promise<CallersCase> => {
    const entityId = await ownerOfFiling(table, { type, id });
    if (entityId === null) throw notFound();
    await readAccessibleEntity(table, entityId, caller).catch((error: unknown) => {
      throw hasStatus(error, 404) ? notFound() : error;
    });
    return { type, id };
  };
}

/** An application of the key's integration. Error: 404. */
export async function callersResidencyApplication(
  id: string,
  caller: PartnerKeyCaller,
  deps: CoreDeps,
): Promise<CallersCase> {
  await readResidencyApplication(id, caller, deps);
  return { type: 'residency_application', id };
}

/**
 * In a sandbox no reviewer decides whether an account without sign-ins belongs to the applicant, so an application of
 * the same partner must have created it. Error: 409 `applicant.is_known`.
 */
async function requireOwnApplicant({ type, id }: CallersCase, deps: CoreDeps): Promise<void> {
  if (type !== 'residency_application') return;
  const [application] = await findResidencyApplications(deps.table, [id]);
  if (application === undefined) return;
  const account = await findPersonByEmail(deps.table, application.data.personalDetails.email);
  if (applicantAccountStatus(account, application) !== 'unused') return;
  const madeBy = account?.residencyApplicationId;
  if (!madeBy || (await findResidencyOfApplicant(madeBy, application, deps)) === null)
    throw residencyErrors.applicantIsKnown();
}

/** The sandbox's automatic decisions. */
const byName = {
  reason: 'Rejected in the sandbox, because of its name.',
  message: 'What is meant by this name? This question was asked in the sandbox.',
} as const;

/**
 * Reports a sandbox payment; the receiver recognizes a repeat by the event's id. Also decides a case with a magic name,
 * unless it is already decided or has a question.
 */
export const followInSandbox: Consumer<
  EventOf<'sandbox_webhook.requested' | 'review.created_in_sandbox'>,
  SandboxDeps
> = async ({ id, event }, deps) => {
  if (event.type === 'sandbox_webhook.requested') {
    return reportSandboxPayment(event.paymentId, event.result, deps, id);
  }
  if (deps.isSandbox === true) await decideByName(event.reviewId, deps);
};

async function decideByName(reviewId: string, deps: CoreDeps): Promise<void> {
  const review = await findReview(deps.table, reviewId);
  const fate = testFateOf(review?.queued.name ?? '');
  if (review === null || fate === null || review.status !== 'pending') return;
  // A repeated event asks only once, even if the question was answered since.
  if (fate === 'ask' && review.informationRequest !== undefined) return;
  const own = review.subject;
  try {
    if (fate === 'ask') await askInSandbox(own, byName.message, deps);
    else if (fate === 'approve') {
      await decideInSandbox(own, { decision: 'approve', reason: null }, deps);
    } else await decideInSandbox(own, { decision: 'reject', reason: byName.reason }, deps);
  } catch (error) {
    // Someone else acted first, or the case can't be decided in its current state. It then waits for a reviewer.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  }
}
