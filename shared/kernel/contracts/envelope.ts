import * as z from 'zod/mini';

/** The body of every error response (spec 2.1; `code` and `requestId` are additions). */
export const ErrorEnvelope = z.object({
  error: z.string(),
  error_description: z.optional(z.string()),
  code: z.optional(z.string()),
  required_scope: z.optional(z.string()),
  documentation: z.optional(z.url()),
  details: z.optional(
    z.array(
      z.object({
        code: z.string(),
        expected: z.optional(z.string()),
        received: z.optional(z.string()),
        path: z.array(z.union([z.string(), z.number()])),
        message: z.optional(z.string()),
      }),
    ),
  ),
  currentVersion: z.optional(z.int()),
  limit: z.optional(z.object({ name: z.string(), max: z.int(), used: z.int() })),
  resetsAt: z.optional(z.iso.datetime()),
  decision: z.optional(
    z.object({
      status: z.string(),
      decidedBy: z.nullable(z.string()),
      decidedAt: z.nullable(z.string()),
    }),
  ),
  similarPeople: z.optional(z.array(z.string())),
  requestId: z.optional(z.string()),
});
