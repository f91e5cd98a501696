import * as z from 'zod/mini';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { proofFields } from '../domain/proof.ts';

export const MakeProof = z.object({
  show: Repeated(proofFields, 'Choose from the list').check(
    z.minLength(1, { error: 'Choose at least one thing for the proof to show' }),
  ),
  validity: z.enum(['hour', 'day', 'week', 'month'], {
    error: 'Choose how long the proof is valid',
  }),
  formId: FormId,
});

export const OwnProofPath = z.object({ proofId: Id });

/** The path of a proof's public page accepts any text. The page explains an invalid one. */
export const ProofLink = z.object({ code: z.string() });

export const ProofQuery = z.object({ code: z.optional(z.string().check(z.maxLength(200))) });
