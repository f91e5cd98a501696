import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { termAfterUse } from '../../kernel/db/terms.ts';
import { create, put, type Write } from '../../kernel/db/transact.ts';
import { uniformInteger } from '../../kernel/domain/uniform-integer.ts';
import { statusListOf, statusListSize } from '../domain/status-list.ts';

/** Where a verifier finds whether a credential still counts. */
export interface StatusPlace {
  readonly list: string;
  readonly index: number;
}

/**
 * A random place, and the write that takes it, for the transaction that issues the credential. Refused where another credential
 * has the place: the caller draws again, with the next `attempt`. Places are random so that credentials which were issued one after
 * the other can't be told by them, and so that nothing is read or counted that all who issue would share. A place is never given
 * twice: the claim stays for longer than the list. `expiresAt`: the credential's end. `random` gives that many random bytes.
 */
export function takeStatusPlace(
  random: (bytes: number) => Uint8Array,
  expiresAt: string,
  attempt = 0,
): { readonly place: StatusPlace; readonly write: Write } {
  const place = {
    list: statusListOf(expiresAt, attempt),
    index: uniformInteger(statusListSize, random),
  };
  const ttl = termAfterUse(expiresAt);
  return { place, write: create({ ...keys.credentialIndex(place.list, place.index), ttl }) };
}

/** The writes that make places say "invalid", by names of their own. */
export function revokePlaceWrites(
  places: readonly StatusPlace[],
  expiresAt: string,
): Readonly<Record<string, Write>> {
  const named = places.map((place, n) => [`place${n}`, revokePlaceWrite(place, expiresAt)]);
  return Object.fromEntries(named);
}

/** The write that makes a place say "invalid", for good; it may be repeated. `expiresAt`: the credential's end. */
function revokePlaceWrite({ list, index }: StatusPlace, expiresAt: string): Write {
  return put({ ...keys.revokedPlace(list, index), index, ttl: termAfterUse(expiresAt) });
}

/** The places of a list that say "invalid", in the order of their index. Each is an item of its own, which no two revocations share. */
export async function listRevokedPlaces(table: Table, list: string): Promise<readonly number[]> {
  const { pk } = keys.revokedPlace(list, 0);
  const items = await readAll(table, { value: pk, prefix: 'REVOKED#' });
  return items.map(({ index }) => Number(index)).toSorted((left, right) => left - right);
}

/** Whether a place says "invalid". */
export async function isRevokedPlace(table: Table, { list, index }: StatusPlace): Promise<boolean> {
  return (await getItem(table, keys.revokedPlace(list, index))) !== undefined;
}
