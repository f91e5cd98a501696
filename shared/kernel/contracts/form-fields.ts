import * as z from 'zod/mini';

/** A name that is not sent, sent once or sent several times. */
export function Repeated<Choice extends string>(choices: readonly Choice[], error: string) {
  return z.pipe(
    z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
    z.array(z.enum(choices, { error }), { error }),
  );
}

/** Random, made with the form, so that a form that is sent twice is carried out once. */
export const FormId = z
  .string({ error: 'Open the page again' })
  .check(z.regex(/^[\w-]{22}$/, { error: 'Open the page again' }));
