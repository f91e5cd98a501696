import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';

/** That an act was annulled, on the record of the act. What the operator has typed lies with the entry of the trail. */
export const StoredAnnulment = z.object({
  at: z.string(),
  reasonCode: z.enum(annulmentReasons),
});
export type StoredAnnulment = z.output<typeof StoredAnnulment>;
