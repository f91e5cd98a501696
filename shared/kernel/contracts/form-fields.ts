import * as z from 'zod/mini';
import { locales } from '../domain/locale.ts';
import { Name, OptionalFreeLine } from './text.ts';

/** A form field that is absent, sent once, or sent several times. */
export function Repeated<Choice extends string>(choices: readonly Choice[], error: string) {
  return z.pipe(
    z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
    z.array(z.enum(choices, { error }), { error }),
  );
}

/** A random id created with the form, so a form that is sent twice is processed once. */
export const FormId = z
  .string({ error: 'Open the page again' })
  .check(z.regex(/^[\w-]{22}$/, { error: 'Open the page again' }));

/** A form without fields: submitting it is the confirmation. */
export const Confirmation = z.object({});

/** The language in which the signer saw the page; the page fills it in. */
export const PageLanguage = z.optional(z.enum(locales));

/**
 * A form text that may be empty, called `name` in error messages. Its lines are joined because it
 * becomes one paragraph of an email.
 */
export function Paragraph(name: string, maxLength: number) {
  const tooLong = `The ${name} must have at most ${maxLength} characters`;
  return z.pipe(
    z._default(z.string({ error: `Write one ${name}` }), ''),
    z.pipe(
      z.pipe(
        z.transform((text: string) => text.replaceAll(/\s+/g, ' ').trim()),
        z.string().check(z.maxLength(maxLength, { error: tooLong })),
      ),
      OptionalFreeLine(maxLength),
    ),
  );
}

/** A name that serves as a signature, with error messages for the signer. */
export const SignerName = z.pipe(
  z
    .string({ error: 'Enter your full name' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter your full name' }),
      z.maxLength(200, { error: 'The name must have at most 200 characters' }),
    ),
  Name(200),
);
