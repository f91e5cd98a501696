import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { type ReviewState, reviewTransitions } from './review.ts';

/** How long a claim lasts, in minutes. */
export const claimMinutes = 60;

/** The assignment of a review, with its start and end. It informs others and does not prevent a decision. */
export interface CurrentClaim {
  readonly by: Actor;
  readonly at: string;
  readonly endsAt: string;
}

/** The claim in force at `now`; null if there is none or it has expired. */
export function currentClaim(
  { status, claim }: Pick<ReviewState, 'status' | 'claim'>,
  now: string,
): CurrentClaim | null {
  if (status !== 'pending' || claim === undefined) return null;
  const endsAt = new Date(Date.parse(claim.at) + claimMinutes * 60_000).toISOString();
  return endsAt > now ? { ...claim, endsAt } : null;
}

/** Renewing your own claim is ignored if it is younger than this, in milliseconds, because it is a double click. */
const youngClaim = 60_000;

/**
 * The review after a reviewer claims it. Claiming again restarts the hour, except right after the first claim.
 * `takesOver`: replaces another reviewer's claim.
 */
export function claimedReview<R extends ReviewState>(
  review: R,
  by: Actor,
  now: string,
  { takesOver }: { readonly takesOver: boolean } = { takesOver: true },
): Decision<R, 'not_pending' | 'just_claimed' | 'taken'> {
  if (nextState(reviewTransitions, review.status, 'claim') === undefined)
    return refuse('not_pending');
  const { claim } = review;
  const isOwn = claim?.by.kind === by.kind && claim.by.id === by.id;
  if (isOwn && Date.parse(now) - Date.parse(claim.at) < youngClaim) return refuse('just_claimed');
  if (!takesOver && !isOwn && currentClaim(review, now) !== null) return refuse('taken');
  return accept({ ...review, claim: { by, at: now } });
}

/** The review after a reviewer ends their claim. Another reviewer's claim is unchanged. */
export function releasedReview<R extends ReviewState>(
  review: R,
  by: Actor,
  now: string,
): Decision<R, 'not_pending' | 'not_theirs'> {
  if (nextState(reviewTransitions, review.status, 'release') === undefined)
    return refuse('not_pending');
  const holder = currentClaim(review, now)?.by;
  if (holder?.kind !== by.kind || holder.id !== by.id) return refuse('not_theirs');
  return accept({ ...review, claim: undefined });
}
