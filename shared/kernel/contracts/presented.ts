import type * as z from 'zod/mini';
import { picked } from '../domain/fields.ts';

type Readable<T> = T extends readonly (infer Each)[] ? readonly Each[] : T;

/** An item as an answer shows it: exactly the fields of its schema, in order. */
export function presented<Answer extends z.ZodMiniObject>(
  { shape }: Answer,
  thing: { readonly [Field in keyof z.input<Answer>]: Readable<z.input<Answer>[Field]> },
): z.output<Answer> {
  // Answers are what their schemas take: they only say what there is.
  return picked(thing, Object.keys(shape)) as z.output<Answer>;
}
