import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';
import { locales } from '../domain/locale.ts';

/**
 * The annulment of a record: when and why. The operator's own words are stored with the audit
 * entry.
 */
export const StoredAnnulment = z.object({
  at: z.string(),
  reasonCode: z.enum(annulmentReasons),
});
export type StoredAnnulment = z.output<typeof StoredAnnulment>;

/**
 * The language of a signature and the digest of the text that the signer saw; absent if the form
 * did not send them.
 */
export const StoredShownText = z.optional(
  z.object({ locale: z.enum(locales), sha256: z.string() }),
);
