import * as z from 'zod/mini';
import { PageLanguage, SignerName } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of a signature link: 32 random bytes in base64url. */
export const SignatureLink = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** Path of the page on which an application's owner signs. */
export const OwnApplicationToSign = z.object({ applicationId: Id });

/** The path where an application's owner signs its agreement. */
export function ownerSignaturePath(applicationId: string): `/${string}` {
  return `/portal/legal-entity-applications/${applicationId}/sign`;
}

const notAgreed: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);
/** The form of the signature page, with its error messages. */
export const SignAgreement = z.object({
  signerName: SignerName,
  agree: z.string({ error: 'Tick the box to sign the agreement' }).check(
    z.refine((value) => !notAgreed.has(value.trim().toLowerCase()), {
      error: 'Tick the box to sign the agreement',
    }),
  ),
  /** SHA-256 of the text shown on the page, in hexadecimal; the page fills it in. */
  agreementSha256: z.optional(z.string()),
  language: PageLanguage,
});

/** The same for a legal entity. The page also shows the name, because operators and the owner can change it. */
export const SignEntityAgreement = z.extend(SignAgreement, {
  entityName: z.optional(z.string()),
  /** SHA-256 of the application's data as displayed, in hexadecimal. */
  particularsSha256: z.optional(z.string()),
});
