import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';
import { Amendment } from './amendment.ts';

/** A filing as operators see it; who signed is for whoever reviews it. */
export const AdminAmendmentAnswer = z.object({
  data: z.object({
    ...Amendment.shape,
    /** Null while nobody has signed. */
    signer: z.nullable(z.object({ personId: Id, name: z.string() })),
  }),
});
