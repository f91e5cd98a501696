import { keys } from '../../kernel/db/keys.ts';
import { termAfterUse } from '../../kernel/db/terms.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { uniformInteger } from '../../kernel/domain/uniform-integer.ts';

/** How many credentials have their place on one list (Token Status List). */
export const statusListSize = 100_000;

/** Where a verifier finds whether a credential still counts. */
export interface StatusPlace {
  readonly list: string;
  readonly index: number;
}

/**
 * A random place on the list that is filled now, and the write that takes it, for the transaction that issues the credential. Refused
 * where another credential has the place: the caller draws again (`untilWritten`). Places are random so that credentials which were
 * issued one after the other can't be told by them. A place is never given twice while a credential can be asked for at it.
 * `expiresAt`: the credential's end. `random` gives that many random bytes.
 */
export function takeStatusPlace(
  random: (bytes: number) => Uint8Array,
  expiresAt: string,
): { readonly place: StatusPlace; readonly write: Write } {
  const place = { list: '1', index: uniformInteger(statusListSize, random) };
  const ttl = termAfterUse(expiresAt);
  return { place, write: create({ ...keys.credentialIndex(place.list, place.index), ttl }) };
}
