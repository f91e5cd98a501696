import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';

/**
 * On the record of an act: when and why it was annulled. The operator's own words are stored with the entry
 * of the trail.
 */
export const StoredAnnulment = z.object({
  at: z.string(),
  reasonCode: z.enum(annulmentReasons),
});
export type StoredAnnulment = z.output<typeof StoredAnnulment>;
