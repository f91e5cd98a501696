import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { type ReviewState, reviewTransitions } from './review.ts';

/** How long a claim is shown, in minutes. */
export const claimMinutes = 60;

/** The assignment of a review, with its start and end. It informs others and does not prevent a decision. */
export interface CurrentClaim {
  readonly by: Actor;
  readonly at: string;
  readonly endsAt: string;
}

/** The claim that is in force at `now`; null if there is none, or it has ended. */
export function currentClaim(
  { status, claim }: Pick<ReviewState, 'status' | 'claim'>,
  now: string,
): CurrentClaim | null {
  if (status !== 'pending' || claim === undefined) return null;
  const endsAt = new Date(Date.parse(claim.at) + claimMinutes * 60_000).toISOString();
  return endsAt > now ? { ...claim, endsAt } : null;
}

/** A claim of your own that is younger, in milliseconds, is not made again: someone has clicked twice. */
const youngClaim = 60_000;

/**
 * The review that someone takes on; their own claim starts again, unless they have just made it. `takesOver`:
 * also if someone else has claimed it.
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

/** The review after someone ends their claim. Another's claim stays. */
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
