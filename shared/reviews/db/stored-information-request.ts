import * as z from 'zod/mini';

/** A question to whoever applied, as it is kept with the review and with what is reviewed. */
export const StoredInformationRequest = z.object({
  id: z.string(),
  reviewId: z.string(),
  message: z.string(),
  requestedAt: z.string(),
  answeredAt: z.nullable(z.string()),
});
