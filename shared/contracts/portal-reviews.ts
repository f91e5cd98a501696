import * as z from 'zod/mini';
import type { Verdict } from '../domain/review.ts';
import { pageParameters } from './pagination.ts';
import { Id, OptionalFreeLine } from './text.ts';

/** Query of the list: where it goes on, and the review that was decided last, to say so. */
export const ReviewsQuery = z.object({
  cursor: pageParameters.cursor,
  decided: z.optional(Id),
});

const longestReason = 2000;
const tooLong = `The reason must have at most ${longestReason} characters`;

/** Lines that were typed one below the other are one line: a reason is a paragraph of a mail. */
const Reason = z.pipe(
  z._default(z.string({ error: 'Write one reason' }), ''),
  z.pipe(
    z.pipe(
      z.transform((text: string) => text.replaceAll(/\s+/g, ' ').trim()),
      z.string().check(z.maxLength(longestReason, { error: tooLong })),
    ),
    OptionalFreeLine(longestReason),
  ),
);

/** The form of a decision. */
export const ReviewForm = z.pipe(
  z
    .object({
      decision: z.enum(['approve', 'reject'], {
        error: 'Choose whether to approve or to reject it',
      }),
      reason: Reason,
    })
    .check(
      z.refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
        path: ['reason'],
        error: 'Say why it is rejected: whoever applied reads it',
      }),
    ),
  z.transform(
    ({ decision, reason }): Verdict =>
      decision === 'approve' ? { decision, reason: reason || null } : { decision, reason },
  ),
);
