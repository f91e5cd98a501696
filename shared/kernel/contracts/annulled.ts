import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';
import { OutputInstant } from './text.ts';

export const AnnulmentSummary = z.object({
  at: OutputInstant,
  reasonCode: z.enum(annulmentReasons),
});

/** An addition to the contract: present only if the resource was annulled. */
export const Annulled = z.optional(AnnulmentSummary);
