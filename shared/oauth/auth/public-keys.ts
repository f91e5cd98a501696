import { importJWK } from 'jose/key/import';
import type { Table } from '../../kernel/db/table.ts';
import { listSigningKeys } from '../db/signing-keys.ts';
import type { TokenAlgorithm } from '../domain/token-algorithm.ts';

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** The keys that our tokens can be signed with. */
export interface PublicKeys {
  /** The key of this id, if it is for this algorithm (RS256 unless said otherwise); null when we have none. */
  find(kid: string, alg?: TokenAlgorithm): Promise<PublicKey | null>;
}

/**
 * For how long keys are used before they are read again, in milliseconds: a withdrawn key is refused by then.
 */
const cacheMs = 300_000;

/** Shortest time between two reads for unknown ids, in milliseconds, so that invented ids cost no reads. */
const minReadIntervalMs = 5_000;

/** Reads the keys from the table with the first token, and again for an id that is not among them. */
export function openPublicKeys(table: Table, now: () => Date): PublicKeys {
  let known: ReadonlyMap<string, { readonly alg: TokenAlgorithm; readonly key: PublicKey }> =
    new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const at = now();
    const stored = await listSigningKeys(table, at);
    const imported = stored.map(
      async ({ kid, jwk }) =>
        [kid, { alg: jwk.alg, key: await importJWK({ ...jwk }, jwk.alg) }] as const,
    );
    known = new Map(await Promise.all(imported));
    readAt = at.getTime();
  }

  return {
    async find(kid, alg = 'RS256') {
      const age = now().getTime() - readAt;
      const worthALook = known.size === 0 || age >= minReadIntervalMs;
      if (age >= cacheMs || (!known.has(kid) && worthALook)) {
        reading ??= read().finally(() => {
          reading = null;
        });
        await reading;
      }
      const found = known.get(kid);
      return found?.alg === alg ? found.key : null;
    },
  };
}
