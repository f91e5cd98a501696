import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readListed, unlistWrite } from '../../kernel/db/listed-kinds.ts';
import { type Page, type PageBounds, readAll, readPage } from '../../kernel/db/page.ts';
import { parseFound, parseStored, termAfterUse } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';
import { create, put, transact, type Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import { countedUses, type KeyBounds } from '../domain/key-bounds.ts';

/** A key in its owner's list, without the secret, whose SHA-256 it contains. */
export const OwnedKey = z.object({
  id: z.string(),
  hash: z.string(),
  kind: z.enum(['standard', 'agent', 'partner']),
  /** The owner: a person or, for Partner Keys, an integration. */
  ownerId: z.string(),
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  /** Rate limits that replace the contract's; null for nearly every key. */
  limits: z.nullable(z.object({ perMinute: z.int(), perDay: z.int() })),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.nullable(z.string()),
  /**
   * The id under which its calls are counted: that of the first key in a chain of rotations. Absent
   * if the key replaced none.
   */
  counterId: z.optional(z.string()),
  /** When it expires; absent: it is valid until it is revoked. */
  expiresAt: z.optional(z.string()),
  /** The holder's name, as the owner wrote it; absent if not given. */
  holder: z.optional(z.string()),
  /**
   * The limits set by its owner, for a Standard Key only the approval requirement; absent if there
   * are none.
   */
  bounds: z.optional(
    z.object({
      dailyLimits: z.partialRecord(z.enum(countedUses), z.int()),
      legalEntityIds: z.optional(z.array(z.string())),
      approvalRequired: z.optional(z.boolean()),
    }),
  ),
  /**
   * The OAuth grant to which it belongs, for an application that its owner connected by sign-in.
   * Its secret is never shown, and revoking the key ends the grant. Absent for keys that were
   * issued.
   */
  connection: z.optional(z.object({ clientId: z.string(), grantId: z.string() })),
});
export type OwnedKey = z.output<typeof OwnedKey>;

/** A key for lookup by credential: the hash is the item's key. */
export const StoredKey = z.object({
  ...OwnedKey.shape,
  /**
   * Random and opaque; the value of the key's gateway key, with which API Gateway meters usage
   * plans.
   */
  gatewayValue: z.string(),
  /** Set once the gateway key exists; until then calls are metered with the shared overflow key. */
  gatewayKeyId: z.nullable(z.string()),
  /** Its usage plan (a `planLabel`), and when it was put there; absent before. */
  gatewayPlan: z.optional(z.string()),
  gatewaySince: z.optional(z.string()),
  /** For a Partner Key: its integration's `active`, updated with it. Absent from other keys. */
  integrationActive: z.optional(z.boolean()),
  /**
   * The mailbox case that suspends its owner: the key is refused until the case ends. Otherwise
   * absent.
   */
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
 * The key of an owner, revoked or not; null if the owner has no such key. `owner` is the partition
 * of a person or an integration.
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
  // Cursors are the part after the prefix: they can only address the owner's keys.
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

/** The writes that store a new key: one item for lookups, one in its owner's list. */
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

/** The write that copies to a Partner Key whether its integration is active. */
export function integrationActiveWrite({ hash }: OwnedKey, active: boolean): Write {
  return assign(keys.apiKey(hash), { integrationActive: active });
}

/**
 * The write that makes a key invalid until the case ends. The version of its owner protects it from
 * races.
 */
export function suspendedKeyWrite({ hash }: OwnedKey, caseId: string): Write {
  return assign(keys.apiKey(hash), { suspendedBy: caseId });
}

/** The write that makes the key valid again. */
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
 * The writes that change the limits set by a key's owner, effective with its next call. Refused if
 * the key was revoked, or its limits have changed since it was read.
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
 * The writes that revoke a key. Refused if it is already revoked or, with `sameBounds`, if its
 * limits have changed since it was read.
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
    // A revoked key is refused like an unknown one, so this item can expire; the owner's list keeps
    // the key.
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

/** The check that a key is not revoked. */
export function unrevokedKeyCheck(hash: string): Write {
  return {
    check: {
      Key: keys.apiKey(hash),
      ConditionExpression: 'revokedAt = :none',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** A key's gateway key and its plan. */
export interface GatewayPlace {
  readonly gatewayKeyId: string;
  readonly gatewayPlan: string;
  readonly gatewaySince: string;
}

/**
 * Records the key's gateway key, and lists the key with those that have one; API Gateway meters its
 * calls separately some minutes later. False if the key was revoked or deleted, or its gateway
 * value has changed since it was read.
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
    // If this is repeated, it is already listed.
    listed: put({ ...keys.listed('gateway_key', createdAt, id), itemPk: key.pk, itemSk: key.sk }),
  });
  return outcome.kind === 'written';
}

/**
 * Removes the gateway key from the key's record, so its next call is metered with others. The key
 * stays listed and gets its gateway key again. False if another gateway key was recorded since the
 * key was read.
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
 * Releases the key's gateway key. The key gets a new gateway value, so the old gateway key becomes
 * a leftover that no work in progress can record. False if the key was metered, recorded or
 * released since it was read; `meteredOn` is its last use as read.
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

/** Removes a key without a gateway key from the list of those that have one. */
export async function unlistGatewayKey(
  table: Table,
  { id, createdAt }: Pick<StoredKey, 'id' | 'createdAt'>,
): Promise<void> {
  await transact(table, { listed: unlistWrite('gateway_key', createdAt, id) });
}

/** A page of the keys that have a gateway key or are getting it again, as stored, newest first. */
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

/** An owner of keys: a person, or a partner's integration. */
export interface KeyOwner {
  readonly type: 'person' | 'partner_integration';
  readonly id: string;
}

/** The audit action for the registration of an integration. */
const integrationRegistered = 'partner_integration.registered';

const behindIntegrations = 'P';

/**
 * A page of all possible owners of keys: integrations, then people, both newest first. Integrations
 * are found by their registration in the audit trail. Only ids are read, so an item that can't be
 * parsed hides no keys.
 *
 * `after` is the `next` of the previous page.
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

/**
 * The last UTC days (YYYY-MM-DD) on which a key was used; `meteredOn`: on a route of the usage
 * plans.
 */
const StoredUse = z.object({
  keyId: z.string(),
  ownerId: z.string(),
  usedOn: z.string(),
  meteredOn: z.optional(z.string()),
});
type KeyUse = z.output<typeof StoredUse>;

/**
 * Records that a key was used on a day; only the first use of a day is a write. It is attempted
 * once; after a failure, a later call tries again.
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
 * Records that a key was metered on a day. Only the first metered call of a day writes, together
 * with its `event`: of two concurrent calls one writes both.
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
