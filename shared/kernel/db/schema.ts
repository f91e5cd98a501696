import { keys, partitions } from './keys.ts';

/** The table's schema, for CDK and the local engine. */
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
 * The partition keys of a kind of items, as patterns for IAM's `dynamodb:LeadingKeys`: `PERSON#*`
 * for a person's partition. Sort keys are not part of them, so kinds in the same partition have the
 * same patterns.
 */
export function partitionPatterns(kind: keyof typeof keys): readonly string[] {
  if (kind === 'ownedKey') return [partitions.person('*'), partitions.integration('*')];
  // Every key function takes texts only.
  const make = keys[kind] as (...parts: readonly string[]) => { readonly pk: string };
  return [make('*', '*', '*').pk.replace(/#.*/, '#*')];
}

/** The partitions of the stored responses to requests with an `Idempotency-Key`. */
export const idempotencyPattern = partitions.idempotency('*');
