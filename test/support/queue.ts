import { createHash, randomUUID } from 'node:crypto';
import { shards } from '../../shared/kernel/db/key-parts.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { products } from '../../shared/kernel/domain/product.ts';
import { queuedAs, queueMoves } from '../../shared/reviews/db/review-queue.ts';
import type { StoredReview } from '../../shared/reviews/db/reviews.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { itemsOf } from './seed.ts';

/** A pending review, in the queue under this name. */
export function aCase(
  name: string,
  createdAt: string,
  more: Partial<StoredReview> = {},
): StoredReview {
  return {
    id: randomUUID(),
    subject: { type: 'legal_entity_application', id: randomUUID() },
    status: 'pending',
    reason: null,
    returnedReason: null,
    createdAt,
    decidedAt: null,
    decidedBy: null,
    carriedOutAt: null,
    queued: queuedAs({ name, parties: [] }),
    shards: shards.listed,
    version: 1,
    ...more,
  };
}

/**
 * The id of a case by its number. Its partition follows from the id: with random ids, one page in
 * seventy takes another round trip.
 */
export function caseId(number: number): string {
  const hash = createHash('sha256').update(`case ${number}`).digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5');
}

/**
 * This many waiting cases, a second apart, of all types in turn, stored only as the queue's
 * entries. The oldest is assigned.
 */
export function waitingCases(
  count: number,
  begun: number,
  claim: { readonly by: string; readonly at: number },
): readonly { readonly id: string; readonly items: readonly Item[] }[] {
  return Array.from({ length: count }, (_, index) => {
    const createdAt = new Date(begun + index * 1000).toISOString();
    const type = products[index % products.length] ?? 'amendment';
    const at = new Date(claim.at).toISOString();
    const review = aCase(`Tidewater Instruments ${index} L.L.C.`, createdAt, {
      id: caseId(index),
      subject: { type, id: randomUUID() },
      ...(index === 0 && { claim: { by: personActor(claim.by), at } }),
    });
    return { id: review.id, items: itemsOf(queueMoves(review, null)) };
  });
}
