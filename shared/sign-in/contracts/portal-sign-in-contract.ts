import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { Id, OptionalLine } from '../../kernel/contracts/text.ts';
import { bareCode } from '../../kernel/domain/code.ts';
import { defaultName } from '../domain/ceremony.ts';
import { codeKindOf } from '../domain/sign-in-code.ts';

const emailError = 'Enter your email address, like name@example.com';

/**
 * Where to go after signing in, and why the sign-in is needed. Anything but a path of ours, or a known reason,
 * is ignored.
 */
export const SignInQuery = z.object({
  next: z.optional(z.string()),
  reason: z.optional(z.string()),
  unsent: z.optional(z.string()),
});

export const StartSignIn = z.object({
  email: Email({
    error: emailError,
    tooLong: 'The address must have at most 254 characters',
  }),
});

const codeError = 'Enter the code from the email: six digits, or twelve letters and digits';

/** Spaces, punctuation, case, and the script of digits are ignored. */
export const EnterCode = z.object({
  code: z.pipe(
    z.pipe(
      z.string({ error: codeError }).check(z.maxLength(100, { error: codeError })),
      z.transform(bareCode),
    ),
    z.string().check(z.refine((code) => codeKindOf(code) !== null, { error: codeError })),
  ),
});

export const OwnBrowser = z.object({ sessionId: Id });

export const OwnPasskey = z.object({ passkeyId: Id });

const Name = z.pipe(
  z._default(OptionalLine(60), ''),
  z.transform((name: string) => (name === '' ? defaultName : name)),
);

/** The result of a ceremony: empty if the page's script did not run. */
const ceremony = {
  /** The sealed challenge of the page. */
  handle: z._default(z.string().check(z.maxLength(2_000)), ''),
  /** The authenticator's response as JSON. */
  response: z._default(z.string().check(z.maxLength(32_000)), ''),
};

export const AddPasskey = z.object({
  name: Name,
  ...ceremony,
  /** An operator's code, which a staff member enters before the ceremony. */
  code: z._default(z.string().check(z.maxLength(100)), ''),
});

export const RenamePasskey = z.object({ name: Name });

export const UsePasskey = z.object(ceremony);

/**
 * The response to the ceremony that confirms a decision, with the fields of the decision's form,
 * which are not checked here.
 */
export const ConfirmByPasskey = z.looseObject(ceremony);

/**
 * The page to which the decision is submitted again: the page of a case, the form that opens a
 * case, or a console page.
 */
export const ConfirmQuery = z.object({
  next: z
    .string()
    .check(
      z.maxLength(100),
      z.regex(
        /^\/portal\/(?:console\/[a-z-]{1,20}(?:\/new)?|(?:(?:console\/)?[a-z-]{1,20}\/|mailboxes\/new\?person=)[\da-f-]{36})$/,
      ),
    ),
});

/** The page that follows the sign-in. */
export const UsePasskeyQuery = z.object({ next: z.optional(z.string()) });
