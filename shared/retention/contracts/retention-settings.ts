import * as z from 'zod/mini';

/** Data that is erased automatically after a number of days, with the minimum for each. */
export const retained = {
  /** Since the application. */
  visitorPasses: 3,
  /** Applications, filings and requests that were rejected or cancelled, since the last act on them. */
  rejectedCases: 1,
  /** Drafts that nobody has paid, since the last act on them. A provider reports a payment of a checkout for 90 days. */
  abandonedDrafts: 90,
  /** Files that were uploaded for a case, since its decision. */
  proofs: 1,
} as const;

export type Retained = keyof typeof retained;

const Days = (least: number) => z.optional(z.int().check(z.gte(least), z.lte(36_500)));

/** After how many days each is erased; what is absent never is. */
export const RetentionSettings = z.strictObject({
  visitorPasses: Days(retained.visitorPasses),
  rejectedCases: Days(retained.rejectedCases),
  abandonedDrafts: Days(retained.abandonedDrafts),
  proofs: Days(retained.proofs),
});
export type RetentionSettings = z.output<typeof RetentionSettings>;

/** The settings of a text of JSON. Throws on what is none. */
export function readRetention(text: string): RetentionSettings {
  return RetentionSettings.parse(JSON.parse(text));
}
