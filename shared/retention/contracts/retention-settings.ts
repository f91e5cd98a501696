import * as z from 'zod/mini';

/** Data that is erased automatically, with the minimum retention period of each in days. */
export const retained = {
  /** Since the application. */
  visitorPasses: 3,
  /** Rejected or cancelled applications, filings and requests, since the last action on them. */
  rejectedCases: 1,
  /** Unpaid drafts, since the last action on them. Providers report payments of a checkout for up to 90 days. */
  abandonedDrafts: 90,
  /** Files uploaded for a case, since its decision. */
  proofs: 1,
} as const;

export type Retained = keyof typeof retained;

const Days = (least: number) => z.optional(z.int().check(z.gte(least), z.lte(36_500)));

/** The retention period of each in days; if absent, the data is never erased. */
export const RetentionSettings = z.strictObject({
  visitorPasses: Days(retained.visitorPasses),
  rejectedCases: Days(retained.rejectedCases),
  abandonedDrafts: Days(retained.abandonedDrafts),
  proofs: Days(retained.proofs),
});
export type RetentionSettings = z.output<typeof RetentionSettings>;

/** Parses the settings. Throws for invalid JSON. */
export function readRetention(text: string): RetentionSettings {
  return RetentionSettings.parse(JSON.parse(text));
}
