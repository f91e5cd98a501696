import { isDeepStrictEqual } from 'node:util';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { orElse, transact, type Write, type Writes } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { RateLimits } from '../../kernel/domain/rate-window.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import { eventWrite, mailWrite } from '../../platform/db/outbox.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { composeKey, hashKey, type KeyKind, type KeyPrefix } from '../auth/api-key.ts';
import {
  activeKeysOf,
  boundsWrites,
  findOwnedKey,
  keyWrites,
  type OwnedKey,
  revocationWrites,
  type StoredKey,
} from '../db/api-keys.ts';
import { manifestationCheck } from '../db/manifestations.ts';
import { type KeyBounds, keyState } from '../domain/key-bounds.ts';
import { newGatewayValue } from '../domain/usage-plan.ts';
import * as accessErrors from '../errors/access-errors.ts';
import { revokeKey } from './revoke-keys.ts';

interface PersonalKeyRequest {
  readonly kind: 'standard' | 'agent';
  readonly label: string | null;
  /** Empty for a Standard Key, at least one for an Agent Key. */
  readonly scopes: readonly string[];
  readonly limits: RateLimits | null;
  /** A future instant at which it expires; absent: never. */
  readonly expiresAt?: string | undefined;
  /** The holder, in the owner's words. */
  readonly holder?: string | undefined;
  readonly bounds?: KeyBounds | undefined;
  /** The id of a portal form, which creates one key even if it is sent several times. */
  readonly formId?: string;
}

/**
 * Issues a personal key. The transaction that stores the key checks that the account is active, is
 * below its limit of keys and, for write scopes, has an active Manifestation of Will. `secret` is
 * only returned here. The owner is always notified by email.
 *
 * In an account at its limit, expired keys are revoked to make room.
 *
 * Errors: 400 for an expiry in the past; 404; 409 `form.already_sent`, `person.deactivated`,
 * `person.suspended`, `api_key.limit_reached`, `manifestation.required`.
 */
export async function issueKey(
  personId: string,
  { formId, ...request }: PersonalKeyRequest,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  const at = deps.now().toISOString();
  if (request.expiresAt !== undefined && request.expiresAt <= at) throw endsInThePast();
  const owner = partitions.person(personId);
  const { secret, key, writes } = newKey({ ...request, ownerId: personId, owner }, deps, at);
  const outcome = await transact(deps.table, {
    form:
      formId === undefined
        ? undefined
        : orElse(sentFormWrite(personId, formId, at), apiErrors.formAlreadySent),
    person: orElse(countKey(personId), uncountable),
    manifestation: canWrite(key.scopes)
      ? orElse(manifestationCheck(personId), accessErrors.manifestationRequired)
      : undefined,
    ...writes,
    notification: mailWrite(deps.newId(), at, {
      template: 'key_created',
      personId,
      keyId: key.id,
      byOperator: actor.kind === 'operator',
      replaces: null,
    }),
    ...auditPerson(deps, {
      at,
      actor,
      personId,
      action: 'api_key.issued',
      details: {
        keyId: key.id,
        kind: key.kind,
        scopes: key.scopes,
        ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }),
        ...boundsDetails(key.bounds),
      },
    }),
  });
  if (outcome.kind === 'written') return { key, secret };
  const refusal = outcome.refusal ?? outcome.error;
  const isFull = refusal instanceof ApiError && refusal.extras.code === 'api_key.limit_reached';
  if (isFull && (await revokeExpired(personId, deps))) {
    return issueKey(personId, { ...request, ...(formId !== undefined && { formId }) }, actor, deps);
  }
  throw refusal;
}

/** Revokes expired keys; false if there are none. */
async function revokeExpired(personId: string, deps: CoreDeps): Promise<boolean> {
  const held = await activeKeysOf(deps.table, partitions.person(personId));
  const expired = held.filter((key) => keyState(key, deps.now()) === 'expired');
  for (const { id: keyId } of expired) await revokeKey({ personId, keyId }, system, deps);
  return expired.length > 0;
}

/** 400 for a key that has already expired. */
function endsInThePast(): ApiError {
  return apiErrors.invalidBody([
    {
      code: 'too_small',
      expected: 'date in the future',
      received: 'string',
      path: ['expiresAt'],
      message: 'Must not be before now',
    },
  ]);
}

/** The new version makes a concurrent deactivation read the account's keys again. */
function countKey(personId: string, epoch?: number): Write {
  return {
    update: {
      Key: keys.person(personId),
      UpdateExpression: 'SET activeKeys = activeKeys + :one, version = version + :one',
      ConditionExpression: `#status = :active AND activeKeys < :most AND attribute_not_exists(suspension)${epoch === undefined ? '' : ' AND credentialEpoch = :epoch'}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':one': 1,
        ':active': 'active',
        ':most': maxActiveKeys,
        ...(epoch !== undefined && { ':epoch': epoch }),
      },
    },
  };
}

/** A grant of an application that acts for a person at the MCP endpoint. */
export interface ConnectedGrant {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly person: Pick<StoredPerson, 'id' | 'credentialEpoch'>;
  /** Scopes of Agent Keys. */
  readonly scopes: readonly string[];
  readonly approvalRequired: boolean;
  readonly expiresAt: string;
}

/**
 * The Agent Key of a grant, and the writes that store it in the transaction of the grant. They
 * check what `issueKey` checks. The owner is notified by email.
 */
export function connectKey(
  {
    id: grantId,
    clientId,
    clientName,
    person,
    scopes,
    approvalRequired,
    expiresAt,
  }: ConnectedGrant,
  secret: string,
  at: string,
  deps: CoreDeps,
): { readonly key: StoredKey; readonly writes: Writes } {
  const personId = person.id;
  const { key, writes } = newKey(
    {
      ...{ kind: 'agent', ownerId: personId, owner: partitions.person(personId), limits: null },
      ...{ label: clientName, scopes, expiresAt, secret, connection: { clientId, grantId } },
      ...(approvalRequired && { bounds: { dailyLimits: {}, approvalRequired } }),
    },
    deps,
    at,
  );
  return {
    key,
    writes: {
      ...writes,
      person: countKey(personId, person.credentialEpoch),
      manifestation: canWrite(scopes) ? manifestationCheck(personId) : undefined,
      notification: mailWrite(deps.newId(), at, {
        ...{ template: 'key_created', personId, keyId: key.id },
        ...{ byOperator: false, replaces: null },
      }),
      ...auditPerson(deps, {
        at,
        actor: { kind: 'person', id: personId, personId },
        personId,
        action: 'api_key.issued',
        details: {
          ...{ keyId: key.id, kind: key.kind, scopes: key.scopes, clientId, grantId, expiresAt },
          ...boundsDetails(key.bounds),
        },
      }),
    },
  };
}

function uncountable(person: Item | undefined): ApiError {
  if (person === undefined) return apiErrors.notFound();
  if (person['status'] !== 'active') return apiErrors.personDeactivated();
  return person['suspension'] === undefined
    ? accessErrors.keyLimitReached()
    : apiErrors.personSuspended();
}

const prefixes: Record<KeyKind, KeyPrefix> = { standard: 'sk-', agent: 'ak-', partner: 'pk-' };

interface KeyRequest {
  readonly kind: KeyKind;
  /** The person or, for a Partner Key, the integration. */
  readonly ownerId: string;
  /**
   * The owner's partition, where its keys are listed: `partitions.person(id)` or
   * `.integration(id)`.
   */
  readonly owner: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly limits: RateLimits | null;
  /** When it expires; absent: it is valid until it is revoked. */
  readonly expiresAt?: string | undefined;
  /** The holder's name. */
  readonly holder?: string | undefined;
  readonly bounds?: KeyBounds | undefined;
  /** The id under which its calls are counted if the key replaces another one. */
  readonly counterId?: string | undefined;
  /** For a Partner Key: whether its integration is active. */
  readonly integrationActive?: boolean;
  /** The grant of an application that its owner connected, and its derived secret. */
  readonly connection?: OwnedKey['connection'];
  readonly secret?: string;
}

/**
 * A new key and the writes that store it, for the caller's transaction.
 *
 * `secret` is shown to the owner once and is in none of the writes. The gateway key is created
 * after the first metered call.
 */
export function newKey(
  {
    kind,
    ownerId,
    owner,
    label,
    scopes,
    limits,
    expiresAt,
    holder,
    bounds,
    counterId,
    integrationActive,
    connection,
    secret: derived,
  }: KeyRequest,
  { newId, random }: Pick<CoreDeps, 'newId' | 'random'>,
  createdAt: string,
): {
  readonly secret: string;
  readonly key: StoredKey;
  readonly writes: { readonly key: Write; readonly ownedKey: Write };
} {
  const secret = derived ?? composeKey(prefixes[kind], random(32));
  const hash = hashKey(secret);
  const key: StoredKey = {
    id: newId(),
    hash,
    kind,
    ownerId,
    label,
    scopes: [...new Set(scopes)],
    limits,
    lastFour: secret.slice(-4),
    createdAt,
    revokedAt: null,
    gatewayValue: newGatewayValue(random),
    gatewayKeyId: null,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(holder !== undefined && { holder }),
    ...(bounds !== undefined && { bounds }),
    ...(counterId !== undefined && { counterId }),
    ...(integrationActive !== undefined && { integrationActive }),
    ...(connection !== undefined && { connection }),
  };
  return { secret, key, writes: keyWrites(key, owner) };
}

interface Rotation {
  readonly personId: string;
  readonly keyId: string;
  /** The portal form that requested it: sent again, it creates no further key. */
  readonly formId: string;
}

interface ChangedBounds {
  readonly personId: string;
  readonly keyId: string;
  readonly bounds: KeyBoundsChange;
}

/** Absent fields do not change; null removes a limit. */
export interface KeyBoundsChange {
  readonly dailyLimits?: KeyBounds['dailyLimits'] | null | undefined;
  readonly legalEntityIds?: KeyBounds['legalEntityIds'] | null;
  readonly approvalRequired?: boolean | undefined;
}

/** Undefined if nothing is limited. */
export function boundsOf(
  { dailyLimits, legalEntityIds, approvalRequired: requested }: KeyBoundsChange,
  before?: KeyBounds,
): KeyBounds | undefined {
  const approvalRequired = requested ?? before?.approvalRequired;
  const limits = dailyLimits === undefined ? before?.dailyLimits : dailyLimits;
  const ids = legalEntityIds === undefined ? before?.legalEntityIds : legalEntityIds;
  if (Object.keys(limits ?? {}).length === 0 && !ids && !approvalRequired) return undefined;
  return {
    dailyLimits: limits ?? {},
    ...(ids && { legalEntityIds: [...new Set(ids)].sort() }),
    ...(approvalRequired && { approvalRequired }),
  };
}

/** The limits as details of an audit entry. */
function boundsDetails(bounds: KeyBounds | undefined) {
  const { dailyLimits, legalEntityIds, approvalRequired } = bounds ?? {};
  return {
    ...dailyLimits,
    ...(legalEntityIds && { legalEntityIds }),
    ...(approvalRequired && { approvalRequired }),
  };
}

/**
 * Changes the limits set by a key's owner, effective with its next call; for a Standard Key only
 * the approval requirement. Today's counts do not change. A change without effect is not recorded.
 * The owner gets an email about an operator's change.
 *
 * Errors: 404; 409 `api_key.revoked`, `api_key.not_agent`.
 */
export function changeKeyBounds(
  { personId, keyId, bounds }: ChangedBounds,
  actor: Actor,
  deps: CoreDeps,
): Promise<OwnedKey> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const owner = partitions.person(personId);
    const key = await findOwnedKey(deps.table, owner, keyId);
    if (key === null) throw apiErrors.notFound();
    const { dailyLimits, legalEntityIds } = bounds;
    const isOfAgents = dailyLimits !== undefined || legalEntityIds !== undefined;
    if (key.kind !== 'agent' && isOfAgents) throw accessErrors.keyNotAgent();
    if (keyState(key, deps.now()) !== 'good') throw accessErrors.keyRevoked();
    const next = boundsOf(bounds, key.bounds);
    if (isDeepStrictEqual(next, key.bounds)) return key;
    const outcome = await transact(deps.table, {
      ...boundsWrites(key, owner, next),
      notice:
        actor.kind === 'operator'
          ? mailWrite(deps.newId(), at, { template: 'key_changed', personId, keyId, at })
          : undefined,
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'api_key.changed',
        details: { keyId, ...boundsDetails(next) },
      }),
    });
    return outcome.kind === 'written' ? { ...key, bounds: next } : lostRace;
  });
}

/**
 * Replaces a personal key with a new one with the same label, holder, scopes, limits and expiry,
 * and revokes the old one, in one transaction, so that exactly one is valid at any time. This also
 * works at the account's limit of keys. The new key's calls are counted with those of the previous
 * one, so a rotation gives no second quota. The owner is notified by email. `secret` is only
 * returned here.
 *
 * Errors: 404; 409 `form.already_sent`, `api_key.revoked`, `person.deactivated`, `person.suspended`,
 * `manifestation.required`.
 */
export function rotateKey(
  rotation: Rotation,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  return retryOnConflict(() => attemptRotation(rotation, actor, deps));
}

async function attemptRotation(
  { personId, keyId, formId }: Rotation,
  actor: Actor,
  deps: CoreDeps,
) {
  const at = deps.now().toISOString();
  const owner = partitions.person(personId);
  const former = await findOwnedKey(deps.table, owner, keyId);
  // The secret of a connected application's key is never shown, so replacing it has no use.
  if (former === null || former.connection !== undefined) throw apiErrors.notFound();
  if (keyState(former, deps.now()) === 'expired') throw accessErrors.keyRevoked();
  const { kind, label, scopes, limits, expiresAt, holder, bounds, counterId = former.id } = former;
  const kept = { kind, label, scopes, limits, expiresAt, holder, bounds, counterId };
  const request = { ...kept, ownerId: personId, owner };
  const { secret, key, writes } = newKey(request, deps, at);
  const revocation = revocationWrites(former, owner, at, { sameBounds: true });
  const gone = (found: Item | undefined) =>
    found?.['revokedAt'] === null ? lostRace : accessErrors.keyRevoked();
  const record = (action: string, details: Readonly<Record<string, string>>) =>
    auditPerson(deps, { at, actor, personId, action, details });
  const outcome = await transact(deps.table, {
    form: orElse(sentFormWrite(personId, formId, at), apiErrors.formAlreadySent),
    former: orElse(revocation.key, gone),
    formerOwned: orElse(revocation.ownedKey, gone),
    person: orElse(noteChange(personId), unchangeable),
    manifestation: canWrite(scopes)
      ? orElse(manifestationCheck(personId), accessErrors.manifestationRequired)
      : undefined,
    ...writes,
    unwanted: eventWrite(deps.newId(), at, {
      type: 'gateway_keys.obsolete',
      keyHashes: [former.hash],
    }),
    notification: mailWrite(deps.newId(), at, {
      template: 'key_created',
      personId,
      keyId: key.id,
      byOperator: actor.kind === 'operator',
      replaces: keyId,
    }),
    ...record('api_key.issued', { keyId: key.id, kind, replaces: keyId }),
    ...alsoRecorded(record('api_key.revoked', { keyId, kind, replacedBy: key.id })),
  });
  if (outcome.kind === 'written') return { key, secret };
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.refusal ?? outcome.error;
}

/**
 * The count of active keys does not change; the new version makes a concurrent deactivation read
 * them again.
 */
function noteChange(personId: string): Write {
  return {
    update: {
      Key: keys.person(personId),
      UpdateExpression: 'SET version = version + :one',
      ConditionExpression: '#status = :active AND attribute_not_exists(suspension)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':one': 1, ':active': 'active' },
    },
  };
}

function unchangeable(person: Item | undefined): ApiError {
  return person?.['status'] === 'active'
    ? apiErrors.personSuspended()
    : apiErrors.personDeactivated();
}
