import { importJWK } from 'jose/key/import';
import type { Table } from '../../kernel/db/table.ts';
import { listSigningKeys } from '../db/signing-keys.ts';

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** The keys that our tokens can be signed with. */
export interface PublicKeys {
  /** The key of this id; null when we have none. */
  find(kid: string): Promise<PublicKey | null>;
}

/**
 * For how long keys are used before they are read again, in milliseconds: a withdrawn key is refused by then.
 */
const cacheMs = 300_000;

/** Shortest time between two reads for unknown ids, in milliseconds, so that invented ids cost no reads. */
const minReadIntervalMs = 5_000;

/** Reads the keys from the table with the first token, and again for an id that is not among them. */
export function openPublicKeys(table: Table, now: () => Date): PublicKeys {
  let known: ReadonlyMap<string, PublicKey> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const at = now();
    const stored = await listSigningKeys(table, at);
    const imported = stored.map(
      async ({ kid, jwk }) => [kid, await importJWK({ ...jwk }, 'RS256')] as const,
    );
    known = new Map(await Promise.all(imported));
    readAt = at.getTime();
  }

  return {
    async find(kid) {
      const age = now().getTime() - readAt;
      const worthALook = known.size === 0 || age >= minReadIntervalMs;
      if (age >= cacheMs || (!known.has(kid) && worthALook)) {
        reading ??= read().finally(() => {
          reading = null;
        });
        await reading;
      }
      return known.get(kid) ?? null;
    },
  };
}
