import { keys, partitions } from './keys.ts';

/** Shape of the table, for CDK and for the local engine alike. */
export const tableSchema = {
  partitionKey: 'pk',
  sortKey: 'sk',
  timeToLive: 'ttl',
  indexes: [
    { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    { name: 'gsi2', partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
  ],
  streamView: 'NEW_AND_OLD_IMAGES',
} as const;

export type IndexName = (typeof tableSchema.indexes)[number]['name'];

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
