import * as z from 'zod/mini';

/** The language that somebody chooses, and the page that they come from; what is neither is ignored. */
export const LanguageChoice = z.object({
  to: z.optional(z.string()),
  next: z.optional(z.string()),
});
