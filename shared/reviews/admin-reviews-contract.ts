import * as z from 'zod/mini';
import { pageParameters } from '../kernel/contracts/pagination.ts';
import { rule } from '../kernel/contracts/rule.ts';
import { FreeLine, Id, OutputInstant } from '../kernel/contracts/text.ts';
import { products } from '../kernel/domain/product.ts';
import { objectionStatuses } from './objection-status.ts';
import type { ReviewState, Verdict } from './review.ts';
import { reviewStatuses } from './review.ts';

/** Query of `GET /admin/v1/reviews`. */
export const ReviewQuery = z.object({
  ...pageParameters,
  status: z.optional(z.enum(reviewStatuses)),
  subjectType: z.optional(z.enum(products)),
  subjectId: z.optional(Id),
});

/** Body of `POST /admin/v1/reviews/{id}/decision`. */
export const ReviewDecision = z.pipe(
  z
    .object({
      decision: z.enum(['approve', 'reject']),
      reason: z.optional(z.nullable(FreeLine(2000))),
      /** To those who have objected to an amendment; an approval needs it then. An addition to the contract. */
      answer: z.optional(z.nullable(FreeLine(2000))),
      /** How many objections it answers: all that there are. */
      objections: z.optional(z.nullable(z.int().check(z.gte(0)))),
    })
    .check(
      rule(
        {
          anyOf: [
            { properties: { decision: { const: 'approve' } } },
            { properties: { reason: { type: 'string' } }, required: ['reason'] },
          ],
        },
        ({ value: { decision, reason = null }, issues }) => {
          if (decision === 'approve' || reason !== null) return;
          issues.push({
            code: 'custom',
            input: reason,
            path: ['reason'],
            message: 'A rejection needs a reason',
          });
        },
      ),
    ),
  z.transform(
    ({ decision, reason = null, answer = null, objections = null }): Verdict => ({
      // A rejection without a reason was refused above.
      ...(decision === 'approve' ? { decision, reason } : { decision, reason: reason ?? '' }),
      answer,
      objections,
    }),
  ),
);

/** A review as operators see it. */
export const Review = z.object({
  id: Id,
  subject: z.object({ type: z.enum(products), id: Id }),
  status: z.enum(reviewStatuses),
  reason: z.nullable(z.string()),
  returnedReason: z.nullable(z.string()),
  createdAt: OutputInstant,
  decidedAt: z.nullable(OutputInstant),
  decidedBy: z.nullable(z.string()),
});
export type Review = z.output<typeof Review>;

/** A review by itself: with what representatives object to the amendment, and what they were answered. */
export const ReviewAnswer = z.object({
  data: z.object({
    ...Review.shape,
    objections: z.array(
      z.object({
        personId: Id,
        name: z.nullable(z.string()),
        /** Whether they represent the entity now. */
        represents: z.boolean(),
        note: z.nullable(z.string()),
        objectedAt: OutputInstant,
        status: z.enum(objectionStatuses),
      }),
    ),
    answer: z.nullable(z.string()),
  }),
});

/** The fields of a review that operators see; `decidedBy` is the IAM principal, or a person's id. */
export function presentReview(review: ReviewState): Review {
  const { type, id } = review.subject;
  return {
    id: review.id,
    subject: { type, id },
    status: review.status,
    reason: review.reason,
    returnedReason: review.returnedReason,
    createdAt: review.createdAt,
    decidedAt: review.decidedAt,
    decidedBy: review.decidedBy?.id ?? null,
  };
}
