import * as z from 'zod/mini';

/** A version that is to be tried, and how: by a request for a path with a key, by one for a token, or as the authorizer. */
export const candidateSchema = z.object({
  version: z.string(),
  purpose: z.enum(['authorizer', 'token', 'key']),
  path: z.string(),
});

export type Candidate = z.infer<typeof candidateSchema>;
