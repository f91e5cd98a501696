import { keys as itemKeys, keys, partitions } from '../../kernel/db/keys.ts';
import { transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { RevokedKeys } from '../../people/usecases/register-person.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct, auditPerson } from '../../platform/usecases/audit.ts';
import {
  activeKeysOf,
  allKeysOf,
  findOwnedKey,
  type KeyOwner,
  type OwnedKey,
  readKeyOwners,
  revocationWrites,
} from '../db/api-keys.ts';
import { findIntegration } from '../db/partner-integrations.ts';
import { choiceOf, type KeyFilter } from '../domain/key-choice.ts';

/** The filter for keys, and a page of their owners. */
interface KeysToRevoke extends KeyFilter {
  /** Only keys of this integration. */
  readonly integrationId?: string | undefined;
  readonly carryOut: boolean;
  /** The reason, for the audit trail. */
  readonly reason: string | null;
  /** The maximum number of owners to check. */
  readonly limit: number;
  readonly after?: string | undefined;
}

/** The counts for a page of owners. */
interface RevokedPage {
  /** The number of owners checked. */
  readonly scanned: number;
  /** Keys that match the filter; `revoked` are those that were revoked: none without `carryOut`. */
  readonly found: number;
  readonly revoked: number;
  /** Keys that match the filter except for their issue date, which is at its instant or later. */
  readonly newer: number;
  /** Owners whose keys can't be read. */
  readonly failed: number;
  /** The start of the next page; null on the last one. */
  readonly next: string | null;
}

type Counts = Pick<RevokedPage, 'found' | 'revoked' | 'newer' | 'failed'>;

/** How many owners are processed in parallel. */
const atOnce = 20;

/** With less time left, in milliseconds, no further owner is processed. */
const reserve = 4_500;

/**
 * The maximum number of keys in one transaction, which has up to a hundred items: two for each key.
 */
const together = 40;

/**
 * Revokes the keys that match a filter, for a page of owners: all of an owner's keys in one
 * transaction, with one audit entry. Revoked keys do not change, so a page can be repeated. Without
 * `carryOut` keys are only counted.
 *
 * Errors: 404 for an unknown integration; 409 `request.contended`: repeat the page.
 */
export async function revokeKeys(
  request: KeysToRevoke,
  actor: Actor,
  deps: CoreDeps,
): Promise<RevokedPage> {
  const counts: { -readonly [name in keyof Counts]: number } = {
    found: 0,
    revoked: 0,
    newer: 0,
    failed: 0,
  };
  let scanned = 0;
  let next = request.after ?? null;
  do {
    const limit = Math.min(atOnce, request.limit - scanned);
    const page = await ownersOf({ ...request, limit, after: next ?? undefined }, deps);
    const done = await Promise.all(
      page.items.map((owner) => revokeOrCount(owner, request, actor, deps)),
    );
    for (const each of done) {
      counts.found += each.found;
      counts.revoked += each.revoked;
      counts.newer += each.newer;
      counts.failed += each.failed;
    }
    scanned += page.items.length;
    next = page.next;
  } while (next !== null && scanned < request.limit && timeLeft() > reserve);
  return { scanned, ...counts, next };
}

async function ownersOf(
  { integrationId, kinds, limit, after }: KeysToRevoke,
  { table }: CoreDeps,
): Promise<{ readonly items: readonly KeyOwner[]; readonly next: string | null }> {
  if (integrationId !== undefined) {
    if ((await findIntegration(table, integrationId)) === null) throw apiErrors.notFound();
    return { items: [{ type: 'partner_integration', id: integrationId }], next: null };
  }
  const isToRevoke = (kind: string) => kinds === undefined || kinds.includes(kind);
  const owners = {
    integrations: isToRevoke('partner'),
    people: isToRevoke('standard') || isToRevoke('agent'),
  };
  return readKeyOwners(table, owners, { limit, after });
}

/** An owner whose keys can't be read does not stop the others. */
async function revokeOrCount(
  owner: KeyOwner,
  request: KeysToRevoke,
  actor: Actor,
  deps: CoreDeps,
): Promise<Counts> {
  try {
    return await revokeOwned(owner, request, actor, deps);
  } catch (error) {
    if (!failsAlone(error)) throw error;
    const cause = error instanceof Error ? error.name : 'unknown';
    deps.log.error('keys could not be revoked', { ownerId: owner.id, cause });
    return { found: 0, revoked: 0, newer: 0, failed: 1 };
  }
}

function revokeOwned(
  owner: KeyOwner,
  request: KeysToRevoke,
  actor: Actor,
  deps: CoreDeps,
): Promise<Counts> {
  const partition =
    owner.type === 'person' ? partitions.person(owner.id) : partitions.integration(owner.id);
  let revoked = 0;
  return retryOnConflict(async () => {
    const held = await allKeysOf(deps.table, partition);
    const chosen = Map.groupBy(held, (key) => choiceOf(key, request));
    const found = chosen.get('found') ?? [];
    const newer = chosen.get('newer')?.length ?? 0;
    if (!request.carryOut || found.length === 0) {
      return { found: found.length + revoked, revoked, newer, failed: 0 };
    }
    const some = found.slice(0, together);
    const at = deps.now().toISOString();
    const { event, ...revocations } = revocationsOf(some, partition, at, deps);
    const outcome = await transact(deps.table, {
      ...revocations,
      // Partner Keys have no gateway keys.
      ...(owner.type === 'person' && { event }),
      owner: uncountWrite(owner, some.length),
      ...auditAct(deps, {
        at,
        actor,
        action: owner.type === 'person' ? 'api_keys.revoked' : 'partner_keys.revoked',
        subject: owner,
        details: { revokedKeys: ids(some) },
        reason: request.reason,
      }),
    });
    if (outcome.kind === 'refused') return lostRace;
    revoked += some.length;
    // The same read shows whether there are more.
    return found.length > together ? lostRace : { found: revoked, revoked, newer, failed: 0 };
  });
}

function ids(some: readonly OwnedKey[]): readonly string[] {
  return some.map(({ id }) => id);
}

/**
 * Every revocation increases a person's version, so a transaction based on an earlier read must
 * read again.
 */
function uncountWrite({ type, id }: KeyOwner, count: number): Write {
  return {
    update: {
      Key: type === 'person' ? itemKeys.person(id) : itemKeys.integration(id),
      UpdateExpression:
        type === 'person'
          ? 'SET activeKeys = activeKeys - :count, version = version + :one'
          : 'SET activeKeys = activeKeys - :count',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':count': count, ...(type === 'person' && { ':one': 1 }) },
    },
  };
}

/**
 * Revokes a personal key; the next call with it is refused. Does nothing if it is already revoked.
 *
 * Error: 404 if it is not the person's key.
 */
export function revokeKey(
  { personId, keyId }: { readonly personId: string; readonly keyId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<OwnedKey> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const owner = partitions.person(personId);
    const key = await findOwnedKey(deps.table, owner, keyId);
    if (key === null) throw apiErrors.notFound();
    if (key.revokedAt !== null) return key;
    const outcome = await transact(deps.table, {
      ...revocationWrites(key, owner, at),
      person: uncountKey(personId),
      event: eventWrite(deps.newId(), at, {
        type: 'gateway_keys.obsolete',
        keyHashes: [key.hash],
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'api_key.revoked',
        details: { keyId, kind: key.kind },
      }),
    });
    return outcome.kind === 'written' ? { ...key, revokedAt: at } : lostRace;
  });
}

function uncountKey(personId: string): Write {
  return {
    update: {
      Key: keys.person(personId),
      UpdateExpression: 'SET activeKeys = activeKeys - :one, version = version + :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/**
 * The writes that revoke the Agent Key of a grant together with the grant; none if it is already
 * revoked. They are refused if it is revoked in the meantime.
 */
export async function connectedKeyRevocation(
  { personId, keyId }: { readonly personId: string; readonly keyId: string },
  at: string,
  deps: Pick<CoreDeps, 'table' | 'newId'>,
): Promise<Writes> {
  const owner = partitions.person(personId);
  const key = await findOwnedKey(deps.table, owner, keyId);
  if (key === null || key.revokedAt !== null) return {};
  return { ...revocationsOf([key], owner, at, deps), person: uncountKey(personId) };
}

/**
 * The writes that revoke every key of a person, for another transaction. Read the person first: see
 * `activeKeysOf`.
 */
export async function revokeEveryKey(
  personId: string,
  at: string,
  deps: CoreDeps,
): Promise<RevokedKeys> {
  const owner = partitions.person(personId);
  const keys = await activeKeysOf(deps.table, owner);
  return { ids: keys.map(({ id }) => id), writes: revocationsOf(keys, owner, at, deps) };
}

/**
 * The writes that revoke several keys of one owner: two for each key, and one event for all. Each
 * is refused if its key is already revoked.
 */
export function revocationsOf(
  revoked: readonly OwnedKey[],
  owner: string,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Readonly<Record<string, Write>> {
  if (revoked.length === 0) return {};
  const writes = revoked.flatMap((key) => {
    const { key: write, ownedKey } = revocationWrites(key, owner, at);
    return [
      [`key ${key.id}`, write],
      [`owned key ${key.id}`, ownedKey],
    ];
  });
  const keyHashes = revoked.map(({ hash }) => hash);
  return {
    ...Object.fromEntries(writes),
    event: eventWrite(newId(), at, { type: 'gateway_keys.obsolete', keyHashes }),
  };
}

/**
 * Whether only the processing of this item failed, so the next one may succeed. Otherwise a service
 * is unavailable or throttles, or the deadline has passed: the next would fail too.
 */
export function failsAlone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/Throttl|TooManyRequests|LimitExceeded/.test(error.name)) return false;
  // AWS clients state whose fault it is.
  if ('$fault' in error) return error.$fault === 'client';
  // Our own errors, such as for an item that can't be parsed, are plain; a failed socket has a
  // code.
  return error.name === 'Error' && !('code' in error);
}
