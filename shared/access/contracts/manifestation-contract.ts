import * as z from 'zod/mini';
import { PageLanguage, Repeated, SignerName } from '../../kernel/contracts/form-fields.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { acceptableAgreements, type Manifestation } from '../domain/manifestation.ts';

const unsigned = 'Tick the box to sign the Manifestation of Will';

/** The consent page that asked for the signature and to which the browser returns; others are ignored. */
export const WillQuery = z.object({
  next: z.catch(
    z.optional(
      z.templateLiteral(['/', z.string().check(z.regex(/^oauth\/consent\?request=[\w.-]+$/))]),
    ),
    undefined,
  ),
});

export const SignWill = z.object({
  /** SHA-256 of the texts on the page, in hexadecimal; the page fills them in. */
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

/** Body of `PUT …/manifestation_of_will`: the agreements accepted in advance, and no others. */
export const SignManifestation = z.object({
  acceptedAgreements: z._default(z.array(z.enum(acceptableAgreements)).check(z.maxLength(20)), []),
});

export const Will = z.object({
  active: z.boolean(),
  signedAt: z.nullable(OutputInstant),
  revokedAt: z.nullable(OutputInstant),
  acceptedAgreements: z.array(z.enum(acceptableAgreements)),
});

export const WillAnswer = z.object({ data: Will });

/** A person's Manifestation of Will as operators see it. */
export function presentWill(will: Manifestation): z.output<typeof Will> {
  const { active, signedAt, revokedAt, acceptedAgreements } = will;
  return { active, signedAt, revokedAt, acceptedAgreements: [...acceptedAgreements] };
}
