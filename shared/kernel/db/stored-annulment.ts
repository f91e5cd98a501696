import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';

/**
 * The annulment of a record: when and why. The operator's own words are stored with the audit
 * entry.
 */
export const StoredAnnulment = z.object({
  at: z.string(),
  reasonCode: z.enum(annulmentReasons),
});
export type StoredAnnulment = z.output<typeof StoredAnnulment>;
