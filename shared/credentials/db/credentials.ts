import * as z from 'zod/mini';
import { keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored, termAfterUse } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Table } from '../../kernel/db/table.ts';
import { create, put, type Write } from '../../kernel/db/transact.ts';
import { uniformInteger } from '../../kernel/domain/code.ts';
import { credentialKinds, type RevocationReason, revocationReasons } from '../domain/credential.ts';
import { statusListOf, statusListSize } from '../domain/status-list.ts';

const StatusPlace = z.object({ list: z.string(), index: z.int() });

/** An issued credential. Its claims are not stored. */
export const StoredCredential = z.object({
  id: z.string(),
  kind: z.enum(credentialKinds),
  personId: z.string(),
  /** Null if the credential is about the person’s residency. */
  legalEntityId: z.nullable(z.string()),
  /** The thumbprint of the holder’s key (RFC 7638), to which it is bound. */
  holderThumbprint: z.string(),
  /** Its index on a status list. */
  status: StatusPlace,
  /**
   * Copies issued with it, with the same claims and other keys; they are valid or revoked together.
   * Absent: none. Their keys are not stored, so nobody can find out from us whose copy it is
   * (OpenID4VCI 1.0, section 15.4.1).
   */
  copies: z.optional(z.array(z.object({ status: StatusPlace }))),
  /** The grant with which the wallet renews it; null if a client’s tokens do that. */
  grantId: z.nullable(z.string()),
  issuedAt: z.string(),
  expiresAt: z.string(),
  /** The version of the person or the entity that its claims state. */
  sourceVersion: z.int(),
  /**
   * When its wallet reported that it stored it, or that it could not; absent without such a report.
   */
  acceptedAt: z.optional(z.string()),
  failedAt: z.optional(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedReason: z.nullable(z.enum(revocationReasons)),
});
export type StoredCredential = z.output<typeof StoredCredential>;

const prefix = 'CREDENTIAL#';

/** Where verifiers check its status: one status-list index for each of its keys. */
export function statusPlacesOf({
  status,
  copies = [],
}: Pick<StoredCredential, 'status' | 'copies'>): readonly StoredCredential['status'][] {
  return [status, ...copies.map((copy) => copy.status)];
}

/** All stored credentials of a person, newest first. */
export async function listCredentials(
  table: Table,
  personId: string,
): Promise<readonly StoredCredential[]> {
  const items = await readAll(table, { value: partitions.person(personId), prefix });
  return items.map((item) => parseStored(StoredCredential, item)).toReversed();
}

/** All stored credentials about an entity, of all holders. */
export async function listCredentialsOfEntity(
  table: Table,
  entityId: string,
): Promise<readonly StoredCredential[]> {
  const pointers = await readAll(table, { value: partitions.entity(entityId), prefix });
  const found: StoredCredential[] = [];
  // The maximum number of keys of a BatchGetItem.
  for (let first = 0; first < pointers.length; first += 100) {
    const requested = pointers
      .slice(first, first + 100)
      .map(({ personId, issuedAt, id }) =>
        keys.credential(String(personId), String(issuedAt), String(id)),
      );
    for (const item of await getItems(table, requested)) {
      if (item !== undefined) found.push(parseStored(StoredCredential, item));
    }
  }
  return found;
}

/** The writes that store a new credential. Both items are stored until 90 days after it expires. */
export function newCredentialWrites(credential: StoredCredential): {
  readonly credential: Write;
  readonly credentialOfEntity: Write | undefined;
} {
  const { id, personId, legalEntityId, issuedAt, expiresAt } = credential;
  const ttl = termAfterUse(expiresAt);
  return {
    credential: create({ ...keys.credential(personId, issuedAt, id), ...credential, ttl }),
    credentialOfEntity:
      legalEntityId === null
        ? undefined
        : create({
            ...keys.credentialOfEntity(legalEntityId, issuedAt, id),
            id,
            personId,
            issuedAt,
            ttl,
          }),
  };
}

/** The write that revokes a credential. Refused if it is already revoked. */
export function revokeCredentialWrite(
  { personId, issuedAt, id }: Pick<StoredCredential, 'personId' | 'issuedAt' | 'id'>,
  reason: RevocationReason,
  at: string,
): Write {
  return {
    update: {
      Key: keys.credential(personId, issuedAt, id),
      UpdateExpression: 'SET revokedAt = :at, revokedReason = :reason',
      ConditionExpression: 'attribute_exists(pk) AND revokedAt = :none',
      ExpressionAttributeValues: { ':at': at, ':reason': reason, ':none': null },
    },
  };
}

/**
 * The write that records a wallet's report about a credential. Refused for a repeated report, and for a revoked
 * credential.
 */
export function notifiedWrite(
  { personId, issuedAt, id }: Pick<StoredCredential, 'personId' | 'issuedAt' | 'id'>,
  field: 'acceptedAt' | 'failedAt',
  at: string,
): Write {
  return {
    update: {
      Key: keys.credential(personId, issuedAt, id),
      UpdateExpression: 'SET #field = :at',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(#field) AND revokedAt = :none',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':at': at, ':none': null },
    },
  };
}

/** The status-list index at which verifiers check a credential. */
interface StatusPlace {
  readonly list: string;
  readonly index: number;
}

/**
 * Distinct random status-list indexes, one for each copy, and the writes that claim them in the
 * issuing transaction. If a write is refused because an index is taken, the caller tries again with
 * the next `attempt`. Random indexes don't link credentials issued in sequence, and issuers share
 * no counter. An index is never reused: its claim outlives the list. `expiresAt` is the
 * credential's expiry; `random` returns the given number of random bytes.
 */
export function takeStatusPlaces(
  copies: number,
  random: (bytes: number) => Uint8Array,
  expiresAt: string,
  attempt = 0,
): readonly { readonly place: StatusPlace; readonly write: Write }[] {
  const list = statusListOf(expiresAt, attempt);
  const indices = new Set<number>();
  while (indices.size < copies) indices.add(uniformInteger(statusListSize, random));
  const ttl = termAfterUse(expiresAt);
  return [...indices].map((index) => ({
    place: { list, index },
    write: create({ ...keys.credentialIndex(list, index), ttl }),
  }));
}

/** The writes that revoke status-list indexes, under their own names. */
export function revokePlaceWrites(
  places: readonly StatusPlace[],
  expiresAt: string,
): Readonly<Record<string, Write>> {
  const named = places.map((place, n) => [`place${n}`, revokePlaceWrite(place, expiresAt)]);
  return Object.fromEntries(named);
}

/**
 * The write that permanently revokes a status-list index; it can be repeated. `expiresAt` is the
 * credential's expiry.
 */
function revokePlaceWrite({ list, index }: StatusPlace, expiresAt: string): Write {
  return put({ ...keys.revokedIndex(list, index), index, ttl: termAfterUse(expiresAt) });
}

/**
 * The revoked indexes of a list, in ascending order. Each is a separate item, so concurrent
 * revocations don't conflict.
 */
export async function listRevokedPlaces(table: Table, list: string): Promise<readonly number[]> {
  const { pk } = keys.revokedIndex(list, 0);
  const items = await readAll(table, { value: pk, prefix: 'REVOKED#' });
  return items.map(({ index }) => Number(index)).toSorted((left, right) => left - right);
}

export async function isRevokedPlace(table: Table, { list, index }: StatusPlace): Promise<boolean> {
  return (await getItem(table, keys.revokedIndex(list, index))) !== undefined;
}
