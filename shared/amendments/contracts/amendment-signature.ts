import * as z from 'zod/mini';
import { PageLanguage } from '../../kernel/contracts/form-fields.ts';
import { Id, Name } from '../../kernel/contracts/text.ts';

/** Path of the page on which a filing is signed. */
export const AmendmentSignaturePath = z.object({ entityId: Id, filingId: Id });

const nameError = 'Enter your full name';
const agreeError = 'Tick the box to sign the amendment';
const versionError = 'Open the page again';
const notAgreed: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** The form of the page. `version` is that of the filing as the page showed it. */
export const SignAmendment = z.object({
  signerName: z.pipe(
    z
      .string({ error: nameError })
      .check(
        z.trim(),
        z.minLength(1, { error: nameError }),
        z.maxLength(200, { error: 'The name must have at most 200 characters' }),
      ),
    Name(200),
  ),
  agree: z
    .string({ error: agreeError })
    .check(z.refine((value) => !notAgreed.has(value.trim().toLowerCase()), { error: agreeError })),
  version: z.pipe(
    z.string({ error: versionError }).check(z.regex(/^[1-9]\d{0,8}$/, { error: versionError })),
    z.transform(Number),
  ),
  language: PageLanguage,
});
