import * as z from 'zod/mini';
import { annulmentReasons } from '../domain/annulment.ts';
import { OutputInstant } from './text.ts';

/** An addition to the contract: that the thing was annulled; absent while it is in force. */
export const Annulled = z.optional(
  z.object({ at: OutputInstant, reasonCode: z.enum(annulmentReasons) }),
);
