import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { type Page, type PageBounds, readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored, termAfterUse } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';
import { readListed, unlistWrite } from '../../kernel/db/things.ts';
import { create, put, transact, type Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import { countedUses, type KeyBounds } from '../domain/key-bounds.ts';

/** A key as its owner's list holds it: never the secret, only its SHA-256. */
export const OwnedKey = z.object({
  id: z.string(),
  hash: z.string(),
  kind: z.enum(['standard', 'agent', 'partner']),
  /** The person, or for Partner Keys the integration, that the key speaks for. */
  ownerId: z.string(),
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  /** Rate limits other than the contract's; null for nearly every key. */
  limits: z.nullable(z.object({ perMinute: z.int(), perDay: z.int() })),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.nullable(z.string()),
  /**
   * The id under which its calls are counted: that of the first key in a chain of rotations. Absent if the key replaced
   * none.
   */
  counterId: z.optional(z.string()),
  /** From then on it opens nothing, like a revoked one. Absent: it is good until it is revoked. */
  expiresAt: z.optional(z.string()),
  /** Who has the key, as its owner wrote it; absent if not stated. */
  holder: z.optional(z.string()),
  /** What its owner allows it, a Standard Key only with their approval; absent where they limit nothing. */
  bounds: z.optional(
    z.object({
      dailyLimits: z.partialRecord(z.enum(countedUses), z.int()),
      legalEntityIds: z.optional(z.array(z.string())),
      approvalRequired: z.optional(z.boolean()),
    }),
  ),
});
export type OwnedKey = z.output<typeof OwnedKey>;

/** A key as a credential is looked up: the hash is the item's key. */
export const StoredKey = z.object({
  ...OwnedKey.shape,
  /** Random, opaque; the value of the key's counterpart in API Gateway, which meters usage plans. */
  gatewayValue: z.string(),
  /** Set when that counterpart exists; until then calls run under the shared overflow key. */
  gatewayKeyId: z.nullable(z.string()),
  /** The usage plan that it was put into (a `planLabel`), and when; absent until it was. */
  gatewayPlan: z.optional(z.string()),
  gatewaySince: z.optional(z.string()),
  /** For a Partner Key: its integration's `active`, updated with it. Absent from other keys. */
  integrationActive: z.optional(z.boolean()),
  /** The case of a lost mailbox that suspends its owner: the key opens nothing in the meantime. Absent of all others. */
  suspendedBy: z.optional(z.string()),
});
export type StoredKey = z.output<typeof StoredKey>;

const ownedPrefix = 'APIKEY#';

/**
 * The key with this hash, revoked or not; strongly consistent, so that a revocation takes effect immediately.
 */
export async function findKey(table: Table, hash: string): Promise<StoredKey | null> {
  return parseFound(StoredKey, await getItem(table, keys.apiKey(hash)));
}

/**
 * The key of an owner, revoked or not; null when the owner has no such key. `owner` is the partition of
 * a person or an integration.
 */
export async function findOwnedKey(
  table: Table,
  owner: string,
  keyId: string,
): Promise<OwnedKey | null> {
  const { items } = await readPage(
    table,
    { value: owner, prefix: ownedPrefix },
    { limit: 1, keep: ({ id }) => id === keyId },
  );
  return parseFound(OwnedKey, items[0]);
}

/** A page of an owner's keys, revoked ones included, newest first. */
export async function listOwnedKeys(
  table: Table,
  owner: string,
  { limit, after }: Omit<PageBounds, 'keep'>,
): Promise<Page<OwnedKey>> {
  // Cursors are the part behind the prefix: whatever a caller sends stays within the owner's keys.
  const page = await readPage(
    table,
    { value: owner, prefix: ownedPrefix },
    { limit, after: after === undefined ? undefined : ownedPrefix + after },
  );
  return {
    items: page.items.map((item) => parseStored(OwnedKey, item)),
    next: page.next === null ? null : page.next.slice(ownedPrefix.length),
  };
}

/** Every key of the owner that is not revoked. */
export async function activeKeysOf(table: Table, owner: string): Promise<readonly OwnedKey[]> {
  return (await allKeysOf(table, owner)).filter(({ revokedAt }) => revokedAt === null);
}

/** Every key of the owner, revoked ones included, oldest first. */
export async function allKeysOf(table: Table, owner: string): Promise<readonly OwnedKey[]> {
  const items = await readAll(table, { value: owner, prefix: ownedPrefix });
  return items.map((item: Item) => parseStored(OwnedKey, item));
}

/** The writes that store a new key: one item to look it up, one in its owner's list. */
export function keyWrites(
  key: StoredKey,
  owner: string,
): { readonly key: Write; readonly ownedKey: Write } {
  const {
    gatewayValue,
    gatewayKeyId,
    gatewayPlan,
    gatewaySince,
    integrationActive,
    suspendedBy,
    ...owned
  } = key;
  return {
    key: create({ ...keys.apiKey(key.hash), ...key }),
    ownedKey: create({ ...keys.ownedKey(owner, key.createdAt, key.id), ...owned }),
  };
}

/** The write that tells a Partner Key whether its integration is active. */
export function integrationActiveWrite({ hash }: OwnedKey, active: boolean): Write {
  return assign(keys.apiKey(hash), { integrationActive: active });
}

/** The write after which a key opens nothing until the case is over. The version of its owner guards it. */
export function suspendedKeyWrite({ hash }: OwnedKey, caseId: string): Write {
  return assign(keys.apiKey(hash), { suspendedBy: caseId });
}

/** The write after which it opens what it did before. */
export function unsuspendedKeyWrite({ hash }: OwnedKey): Write {
  return {
    update: {
      Key: keys.apiKey(hash),
      UpdateExpression: 'REMOVE suspendedBy',
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}

/**
 * The writes that change what the owner of a key allows it, from its next call on. Refused when the key is revoked, or its
 * bounds have been changed since it was read.
 */
export function boundsWrites(
  key: OwnedKey,
  owner: string,
  bounds: KeyBounds | undefined,
): { readonly key: Write; readonly ownedKey: Write } {
  const same = unchangedBounds(key);
  const update = {
    UpdateExpression: bounds === undefined ? 'REMOVE bounds' : 'SET bounds = :next',
    ConditionExpression: `attribute_exists(pk) AND revokedAt = :none AND ${same.condition}`,
    ExpressionAttributeValues: {
      ...same.values,
      ':none': null,
      ...(bounds !== undefined && { ':next': bounds }),
    },
  };
  return {
    key: { update: { Key: keys.apiKey(key.hash), ...update } },
    ownedKey: { update: { Key: keys.ownedKey(owner, key.createdAt, key.id), ...update } },
  };
}

function unchangedBounds({ bounds }: OwnedKey) {
  return bounds === undefined
    ? { condition: 'attribute_not_exists(bounds)', values: {} }
    : { condition: 'bounds = :bounds', values: { ':bounds': bounds } };
}

/**
 * The writes that revoke a key. Refused when it is revoked already; `sameBounds`: also when its bounds have been changed since
 * it was read.
 */
export function revocationWrites(
  key: OwnedKey,
  owner: string,
  revokedAt: string,
  { sameBounds = false } = {},
): { readonly key: Write; readonly ownedKey: Write } {
  const same = sameBounds ? unchangedBounds(key) : null;
  const revocation = {
    UpdateExpression: 'SET revokedAt = :at',
    ConditionExpression: `attribute_exists(pk) AND revokedAt = :none${same === null ? '' : ` AND ${same.condition}`}`,
    ExpressionAttributeValues: { ':at': revokedAt, ':none': null, ...same?.values },
  };
  return {
    // A revoked key opens nothing, like an unknown one, so this item expires; its owner's list keeps the key.
    key: {
      update: {
        Key: keys.apiKey(key.hash),
        ...revocation,
        UpdateExpression: `${revocation.UpdateExpression}, #ttl = :ttl`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ...revocation.ExpressionAttributeValues,
          ':ttl': termAfterUse(revokedAt),
        },
      },
    },
    ownedKey: {
      update: { Key: keys.ownedKey(owner, key.createdAt, key.id), ...revocation },
    },
  };
}

/** The place of a key in API Gateway. */
export interface GatewayPlace {
  readonly gatewayKeyId: string;
  readonly gatewayPlan: string;
  readonly gatewaySince: string;
}

/**
 * Records the key's counterpart in API Gateway, and lists the key with those that have one; its calls are metered by it some
 * minutes later. False when the key was revoked in the meantime, is gone, or has let go of the value that it was read with.
 */
export async function recordGatewayKey(
  table: Table,
  { id, hash, createdAt, gatewayValue }: StoredKey,
  { gatewayKeyId, gatewayPlan, gatewaySince }: GatewayPlace,
): Promise<boolean> {
  const key = keys.apiKey(hash);
  const outcome = await transact(table, {
    key: {
      update: {
        Key: key,
        UpdateExpression: 'SET gatewayKeyId = :id, gatewayPlan = :plan, gatewaySince = :since',
        ConditionExpression: 'attribute_exists(pk) AND revokedAt = :none AND gatewayValue = :value',
        ExpressionAttributeValues: {
          ':id': gatewayKeyId,
          ':plan': gatewayPlan,
          ':since': gatewaySince,
          ':value': gatewayValue,
          ':none': null,
        },
      },
    },
    // Recorded again it is there already.
    listed: put({ ...keys.listed('gateway_key', createdAt, id), itemPk: key.pk, itemSk: key.sk }),
  });
  return outcome.kind === 'written';
}

/**
 * Forgets the key's counterpart in API Gateway, so that its next call is metered with others. The key stays listed, and gets
 * its counterpart again. False when someone has recorded another place since the key was read.
 */
export async function forgetGatewayKey(
  table: Table,
  { hash, gatewayKeyId, gatewayPlan, gatewaySince }: StoredKey,
): Promise<boolean> {
  const outcome = await transact(table, {
    key: {
      update: {
        Key: keys.apiKey(hash),
        UpdateExpression: 'SET gatewayKeyId = :none REMOVE gatewayPlan, gatewaySince',
        ConditionExpression: 'gatewayKeyId = :id AND gatewayPlan = :plan AND gatewaySince = :since',
        ExpressionAttributeValues: {
          ':none': null,
          ':id': gatewayKeyId,
          ':plan': gatewayPlan,
          ':since': gatewaySince,
        },
      },
    },
  });
  return outcome.kind === 'written';
}

/**
 * Releases the key's counterpart in API Gateway. The key gets another value, so that the old counterpart becomes a
 * leftover, and no work in progress can record it. False if the key was metered, recorded elsewhere or released since
 * it was read; `meteredOn` is its last use as read.
 */
export async function releaseGatewayKey(
  table: Table,
  { id, hash, createdAt, gatewayKeyId, gatewayValue }: StoredKey,
  { value, meteredOn }: { readonly value: string; readonly meteredOn: string | undefined },
): Promise<boolean> {
  const outcome = await transact(table, {
    key: {
      update: {
        Key: keys.apiKey(hash),
        UpdateExpression:
          'SET gatewayKeyId = :none, gatewayValue = :new REMOVE gatewayPlan, gatewaySince',
        ConditionExpression: 'gatewayKeyId = :id AND gatewayValue = :value',
        ExpressionAttributeValues: {
          ':none': null,
          ':new': value,
          ':id': gatewayKeyId,
          ':value': gatewayValue,
        },
      },
    },
    use: {
      check: {
        Key: keys.keyUse(id),
        ...(meteredOn === undefined
          ? { ConditionExpression: 'attribute_not_exists(meteredOn)' }
          : {
              ConditionExpression: 'meteredOn = :day',
              ExpressionAttributeValues: { ':day': meteredOn },
            }),
      },
    },
    listed: unlistWrite('gateway_key', createdAt, id),
  });
  return outcome.kind === 'written';
}

/** Takes a key that has no gateway key off the list of those that do. */
export async function unlistGatewayKey(
  table: Table,
  { id, createdAt }: Pick<StoredKey, 'id' | 'createdAt'>,
): Promise<void> {
  await transact(table, { listed: unlistWrite('gateway_key', createdAt, id) });
}

/** A page of the keys that have a gateway key or must get theirs again, as they are stored, newest first. */
export function readKeysInGateway(
  table: Table,
  page: { readonly limit: number; readonly after: string | undefined },
): Promise<Page<Item>> {
  return readListed(table, 'gateway_key', page);
}

/** The keys with these hashes, in their order; null for one that does not exist. At most 100. */
export async function findKeys(
  table: Table,
  hashes: readonly string[],
): Promise<readonly (StoredKey | null)[]> {
  const items = await getItems(
    table,
    hashes.map((hash) => keys.apiKey(hash)),
  );
  return items.map((item) => parseFound(StoredKey, item));
}

/** Who has keys: a person, or a partner's integration. */
export interface KeyOwner {
  readonly type: 'person' | 'partner_integration';
  readonly id: string;
}

/** The audit action for the registration of an integration. */
const integrationRegistered = 'partner_integration.registered';

const behindIntegrations = 'P';

/**
 * A page of all who can have keys: integrations, then people, both newest first. Integrations are found in
 * the trail, which has the registration of each. Only ids are read, so that an item that can't be read hides
 * no keys.
 *
 * `after` is the `next` of the page before.
 */
export async function readKeyOwners(
  table: Table,
  owners: { readonly integrations: boolean; readonly people: boolean },
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page<KeyOwner>> {
  if (owners.integrations && !after?.startsWith(behindIntegrations)) {
    const page = await readAudit(table, { action: integrationRegistered }, { limit, after });
    const items = page.items.flatMap(({ subject }): readonly KeyOwner[] =>
      subject === null ? [] : [{ type: 'partner_integration', id: subject.id }],
    );
    return { items, next: page.next ?? (owners.people ? behindIntegrations : null) };
  }
  if (!owners.people) return { items: [], next: null };
  const place = after?.slice(behindIntegrations.length) || undefined;
  const page = await readListed(table, 'person', { limit, after: place });
  return {
    items: page.items.map((item) => ({ type: 'person', id: String(item['id']) })),
    next: page.next === null ? null : behindIntegrations + page.next,
  };
}

/** That a key was used, and on which UTC days (YYYY-MM-DD) last; `meteredOn`: on a route of the usage plans. */
const StoredUse = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  usedOn: z.string(),
  meteredOn: z.optional(z.string()),
});
type KeyUse = z.output<typeof StoredUse>;

/**
 * Records that a key was used on a day; only the first use of a day is a write. It is tried once; after a
 * failure, a later call tries again.
 */
export async function recordUse(
  table: Table,
  { keyId, ownerId, usedOn }: Pick<KeyUse, 'keyId' | 'ownerId' | 'usedOn'>,
): Promise<void> {
  try {
    await table.client.call('UpdateItem', {
      TableName: table.name,
      Key: keys.keyUse(keyId),
      UpdateExpression: 'SET usedOn = :day, keyId = :key, ownerId = :owner',
      ConditionExpression: 'attribute_not_exists(usedOn) OR usedOn < :day',
      ExpressionAttributeValues: { ':day': usedOn, ':key': keyId, ':owner': ownerId },
    });
  } catch (error) {
    if (!isConditionFailed(error)) throw error;
  }
}

/**
 * Records that a key was metered on a day. The first metered call of a day is a write, and its `event` is written with it: of
 * two such calls at the same time one writes both.
 */
export async function recordMeteredUse(
  table: Table,
  { keyId, ownerId, usedOn }: Pick<KeyUse, 'keyId' | 'ownerId' | 'usedOn'>,
  event: Write | undefined,
): Promise<void> {
  await transact(table, {
    use: {
      update: {
        Key: keys.keyUse(keyId),
        UpdateExpression: 'SET usedOn = :day, meteredOn = :day, keyId = :key, ownerId = :owner',
        ConditionExpression: 'attribute_not_exists(meteredOn) OR meteredOn < :day',
        ExpressionAttributeValues: { ':day': usedOn, ':key': keyId, ':owner': ownerId },
      },
    },
    event,
  });
}

/** The recorded uses of keys, by id; unused keys are missing. At most 100. */
export async function lastUses(
  table: Table,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, KeyUse>> {
  if (keyIds.length === 0) return new Map();
  const items = await getItems(
    table,
    keyIds.map((id) => keys.keyUse(id)),
  );
  return new Map(
    items.flatMap((item) => {
      const use = parseFound(StoredUse, item);
      return use === null ? [] : [[use.keyId, use] as const];
    }),
  );
}
