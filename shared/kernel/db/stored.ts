import * as z from 'zod/mini';
import type { Item } from './table.ts';

/**
 * Parses a stored item. An item with an unknown shape from an older deployment fails here, with its
 * key.
 */
export function parseStored<S extends z.core.$ZodType>(schema: S, item: Item): z.output<S> {
  const result = z.safeParse(schema, item);
  if (result.success) return result.data;
  const paths = result.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`stored item ${item['pk']} ${item['sk']} does not fit its schema at: ${paths}`);
}

/** Parses an item that may not exist. */
export function parseFound<S extends z.core.$ZodType>(
  schema: S,
  item: Item | undefined,
): z.output<S> | null {
  return item === undefined ? null : parseStored(schema, item);
}

export const StoredAddress = z.object({
  line1: z.string(),
  line2: z.optional(z.nullable(z.string())),
  city: z.string(),
  state: z.optional(z.nullable(z.string())),
  postalCode: z.string(),
  country: z.string(),
});

/** How many days an item is stored after its use: a used link, a revoked key. */
const daysAfterUse = 90;

/** The `ttl` of an item that was used at this instant (ISO 8601): seconds since 1970. */
export function termAfterUse(at: string): number {
  return Math.ceil(Date.parse(at) / 1000) + daysAfterUse * 86_400;
}
