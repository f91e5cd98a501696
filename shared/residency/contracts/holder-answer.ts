import * as z from 'zod/mini';

const undecided = 'Choose whether the application is yours';

/** The form for the holder of the account with the address of a residency application. */
export const AnswerAsHolder = z.object({
  decision: z.enum(['confirm', 'object'], { error: undecided }),
  /** What the page showed, so that nobody confirms something else. */
  shown: z._default(z.string().check(z.maxLength(64)), ''),
});

/** The form behind an emailed link; a form without a decision opens the account, as it always did. */
export const AnswerClaim = z.object({
  decision: z._default(
    z.enum(['open', 'object'], { error: 'Choose whether to open the account or to object' }),
    'open',
  ),
});
