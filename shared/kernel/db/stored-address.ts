import * as z from 'zod/mini';

export const StoredAddress = z.object({
  line1: z.string(),
  line2: z.optional(z.nullable(z.string())),
  city: z.string(),
  state: z.optional(z.nullable(z.string())),
  postalCode: z.string(),
  country: z.string(),
});
