import { keys, partitions } from './keys.ts';

/**
 * The partition keys of a kind of items, as IAM's `dynamodb:LeadingKeys` are compared: `PERSON#*` for whatever
 * is in a person's partition. Sort keys don't take part: kinds that share a partition share their patterns.
 */
export function partitionPatterns(kind: keyof typeof keys): readonly string[] {
  if (kind === 'ownedKey') return [partitions.person('*'), partitions.integration('*')];
  // Every maker of a key takes texts only.
  const make = keys[kind] as (...parts: readonly string[]) => { readonly pk: string };
  return [make('*', '*', '*').pk.replace(/#.*/, '#*')];
}

/** The partitions of the stored answers to requests with an `Idempotency-Key`. */
export const idempotencyPattern = partitions.idempotency('*');
