import * as z from 'zod/mini';

/** The form of the page: whatever was pasted, for the page to explain. */
export const VerifyCredential = z.object({ credential: z.optional(z.string()) });
