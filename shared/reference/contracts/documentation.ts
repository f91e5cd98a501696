import * as z from 'zod/mini';

/** The service responds. This does not check the table. */
export const Health = z.object({ status: z.literal('ok') });

/** The maximum length of a search of the documentation, in characters. */
export const longestQuestion = 200;

/** The search text; the page truncates it to the maximum. */
export const DocumentationQuery = z.object({ q: z.optional(z.string()) });

/** The reference to show; the integrators' by default. */
export const ReferenceQuery = z.object({ api: z.optional(z.enum(['operators'])) });

/** A file for download from the guides. Accepts any name. */
export const GuideFilePath = z.object({ name: z.string() });

/** Path of a documentation page. Accepts any text. */
export const GuidePath = z.object({ slug: z.string() });

/** Path of a group's page of the reference. Accepts any text. */
export const ReferenceGroupPath = z.object({ group: z.string() });
