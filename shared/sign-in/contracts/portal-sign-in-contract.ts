import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { bareCode } from '../../kernel/domain/code.ts';
import { codeKindOf } from '../domain/sign-in-code.ts';

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
