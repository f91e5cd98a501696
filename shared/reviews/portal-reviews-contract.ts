import * as z from 'zod/mini';
import { pageParameters } from '../kernel/contracts/pagination.ts';
import { Paragraph } from '../kernel/contracts/paragraph.ts';
import { Id } from '../kernel/contracts/text.ts';
import type { Verdict } from './review.ts';

/** Query of the list: the cursor, and the review that was decided last, to say so. */
export const ReviewsQuery = z.object({
  cursor: pageParameters.cursor,
  decided: z.optional(Id),
});

/** Digits of a hidden field. */
const Count = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/)),
  z.transform((digits: string) => Number(digits)),
);

/** The form of a decision. */
export const ReviewForm = z.pipe(
  z
    .object({
      decision: z.enum(['approve', 'reject'], {
        error: 'Choose whether to approve or to reject it',
      }),
      reason: Paragraph('reason', 2000),
      /** To those who have objected to an amendment, and how many objections the page has shown. */
      answer: Paragraph('answer', 2000),
      objections: z.optional(Count),
    })
    .check(
      z.refine(({ decision, reason }) => decision === 'approve' || reason !== '', {
        path: ['reason'],
        error: 'Say why it is rejected: whoever applied reads it',
      }),
    ),
  z.transform(
    ({ decision, reason, answer, objections = null }): Verdict => ({
      ...(decision === 'approve' ? { decision, reason: reason || null } : { decision, reason }),
      answer: answer || null,
      objections,
    }),
  ),
);
