import * as z from 'zod/mini';
import { PageLanguage, Repeated, SignerName } from '../../kernel/contracts/form-fields.ts';
import { acceptableAgreements } from '../domain/manifestation.ts';

const unsigned = 'Tick the box to sign the Manifestation of Will';

export const SignWill = z.object({
  /** SHA-256 of the texts that the page has shown, in hexadecimal; the page fills them in. */
  manifestationSha256: z.optional(z.string()),
  agreementSha256: z.optional(z.string()),
  acceptedAgreement: Repeated(acceptableAgreements, 'Choose from the list'),
  agree: z.string({ error: unsigned }).check(
    z.refine((value) => !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase()), {
      error: unsigned,
    }),
  ),
  signerName: SignerName,
  language: PageLanguage,
});
