import * as z from 'zod/mini';

/** The service responds. This does not check the table. */
export const Health = z.object({ status: z.literal('ok') });

/** The longest question that the documentation is searched for. */
export const longestQuestion = 200;

/** What is looked for; the page cuts what is longer than it takes. */
export const DocumentationQuery = z.object({ q: z.optional(z.string()) });

/** Which reference is shown: for integrators, unless operators are named. */
export const ReferenceQuery = z.object({ api: z.optional(z.enum(['operators'])) });

/** A file that the guides download: any name. */
export const GuideFilePath = z.object({ name: z.string() });

/** Path of a documentation page: any text. */
export const GuidePath = z.object({ slug: z.string() });
