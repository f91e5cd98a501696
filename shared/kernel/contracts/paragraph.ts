import * as z from 'zod/mini';
import { OptionalFreeLine } from './text.ts';

/**
 * A text of a form that may be empty, called `name` in complaints. Its lines are joined into one: it becomes a
 * paragraph of a mail.
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
