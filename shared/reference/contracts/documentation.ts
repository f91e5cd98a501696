import * as z from 'zod/mini';

/** The service answers. It says nothing of the table, which other routes would report. */
export const Health = z.object({ status: z.literal('ok') });

/** The longest question that the documentation is searched for. */
export const longestQuestion = 200;

/** What is looked for; the page cuts what is longer than it takes. */
export const DocumentationQuery = z.object({ q: z.optional(z.string()) });

/** Whose reference is shown: that of integrators, unless operators are named. */
export const ReferenceQuery = z.object({ api: z.optional(z.enum(['operators'])) });

/** A file that the guides download: whatever was typed. */
export const GuideFilePath = z.object({ name: z.string() });

/** Path of a page of the documentation: whatever was typed. */
export const GuidePath = z.object({ slug: z.string() });
