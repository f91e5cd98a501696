import type * as z from 'zod/mini';
import { picked } from '../domain/fields.ts';

type Readable<T> = T extends readonly (infer Each)[] ? readonly Each[] : T;

/** An item as a response: exactly the fields of its schema, in their order. */
export function presented<Answer extends z.ZodMiniObject>(
  { shape }: Answer,
  item: { readonly [Field in keyof z.input<Answer>]: Readable<z.input<Answer>[Field]> },
): z.output<Answer> {
  // The item has the type of the schema's input, so the picked fields have that of its output.
  return picked(item, Object.keys(shape)) as z.output<Answer>;
}
