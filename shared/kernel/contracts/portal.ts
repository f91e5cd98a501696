import * as z from 'zod/mini';
import { acceptableAgreements } from '../../access/manifestation.ts';
import { SignerName } from '../../incorporation/contracts/signature.ts';
import { codeKindOf, enteredCode } from '../../sessions/domain/sign-in-code.ts';
import { agentScopes } from '../domain/scopes.ts';
import { Email } from './email.ts';
import { Id, OptionalLine } from './text.ts';

const emailError = 'Enter your e-mail address, like name@example.com';

/**
 * Where to go after signing in, and why the sign-in is needed. Anything but a path of ours, or a known reason,
 * is ignored.
 */
export const SignInQuery = z.object({
  next: z.optional(z.string()),
  again: z.optional(z.string()),
  unsent: z.optional(z.string()),
});

export const StartSignIn = z.object({
  email: Email({
    error: emailError,
    tooLong: 'The address must have at most 254 characters',
  }),
});

const codeError = 'Enter the code as it is in the mail: six digits, or twelve letters and digits';

/** Spaces, hyphens and case are ignored. */
export const EnterCode = z.object({
  code: z.pipe(
    z.pipe(
      z.string({ error: codeError }).check(z.maxLength(100, { error: codeError })),
      z.transform((text: string) => enteredCode(text)),
    ),
    z.string().check(z.refine((code) => codeKindOf(code) !== null, { error: codeError })),
  ),
});

/** A name that is not sent, sent once or sent several times. */
function Repeated<Choice extends string>(choices: readonly Choice[], error: string) {
  return z.pipe(
    z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
    z.array(z.enum(choices, { error }), { error }),
  );
}

/** Random, made with the form, so that a form that is sent twice is carried out once. */
const FormId = z
  .string({ error: 'Open the page again' })
  .check(z.regex(/^[\w-]{22}$/, { error: 'Open the page again' }));

export const CreateKey = z
  .object({
    label: z.pipe(
      z._default(OptionalLine(100), ''),
      z.transform((label: string) => (label === '' ? null : label)),
    ),
    kind: z.enum(['standard', 'agent'], { error: 'Choose what the key is for' }),
    scope: Repeated(agentScopes, 'Choose from the list'),
    formId: FormId,
  })
  .check(
    z.refine(({ kind, scope }) => kind === 'standard' || scope.length > 0, {
      path: ['scope'],
      error: 'Choose at least one thing that the Agent Key may do',
    }),
    // Whoever ticked some wanted less than all.
    z.refine(({ kind, scope }) => kind === 'agent' || scope.length === 0, {
      path: ['scope'],
      error: 'A Standard Key may do all that you may. Choose Agent Key, or untick everything here',
    }),
  );

export const OwnKey = z.object({ keyId: Id });
export const OwnBrowser = z.object({ sessionId: Id });
export const KeysQuery = z.object({ after: z.optional(z.string()) });
export const RotateKey = z.object({ formId: FormId });

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
});

/** A form that only says yes by being sent. */
export const Confirmation = z.object({});
