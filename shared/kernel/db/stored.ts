import * as z from 'zod/mini';
import type { Item } from './table.ts';

/**
 * Parses a stored item. An item that an older deployment left in another shape fails here, with its key, and
 * not somewhere later.
 */
export function parseStored<S extends z.core.$ZodType>(schema: S, item: Item): z.output<S> {
  const result = z.safeParse(schema, item);
  if (result.success) return result.data;
  const paths = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`stored item ${item['pk']} ${item['sk']} does not fit its schema at: ${paths}`);
}

/** The item's schema applied to what may be missing. */
export function parseFound<S extends z.core.$ZodType>(
  schema: S,
  item: Item | undefined,
): z.output<S> | null {
  return item === undefined ? null : parseStored(schema, item);
}
