import * as z from 'zod/mini';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** What a wallet gets: `residency`, or the id of a legal entity. */
export const OfferForm = z.object({
  about: z.union([z.literal('residency'), Id], { error: 'Choose what to add to the wallet' }),
  formId: FormId,
});

export const OwnCredentialPath = z.object({ credentialId: Id });
