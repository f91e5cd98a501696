import { createHash } from 'node:crypto';

/** Up to so many legal entities are named one by one in an entry of the trail, which is then about a kilobyte. */
const named = 10;

/**
 * What an entry of the audit trail says of the legal entities that somebody shares with a client: their ids, or, of more
 * than ten, how many they are and the SHA-256 of their ids, sorted, a line each. An entry is stored up to four times.
 */
export function sharedInTrail(
  legalEntityIds: readonly string[],
):
  | { readonly legalEntityIds: readonly string[] }
  | { readonly legalEntityCount: number; readonly legalEntityDigest: string } {
  if (legalEntityIds.length <= named) return { legalEntityIds };
  const text = legalEntityIds.toSorted().join('\n');
  return {
    legalEntityCount: legalEntityIds.length,
    legalEntityDigest: createHash('sha256').update(text).digest('hex'),
  };
}
