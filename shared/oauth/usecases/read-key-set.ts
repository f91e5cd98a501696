import type { Table } from '../../kernel/db/table.ts';
import { listSigningKeys, type PublicJwk } from '../db/signing-keys.ts';

/** The public keys with which tokens can be checked that are in force now, and those signed soon. */
export async function readKeySet({
  table,
  now,
}: {
  readonly table: Table;
  now(): Date;
}): Promise<{ readonly keys: readonly PublicJwk[] }> {
  const keys = (await listSigningKeys(table, now())).map(({ jwk }) => jwk);
  // First those that nearly all tokens are signed with, for readers that look no further.
  const last = ({ alg }: PublicJwk): number => Number(alg !== 'RS256');
  return { keys: keys.toSorted((one, other) => last(one) - last(other)) };
}
