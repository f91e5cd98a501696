import { sentFormWrite } from '../../kernel/db/effects.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { RateLimits } from '../../kernel/domain/rate-window.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { activeKeysOf, type StoredKey } from '../db/api-keys.ts';
import { manifestationCheck } from '../db/manifestations.ts';
import { keyState } from '../domain/key-state.ts';
import { newKey } from './new-key.ts';
import { revokeKey } from './revoke-key.ts';

export interface PersonalKeyRequest {
  readonly kind: 'standard' | 'agent';
  readonly label: string | null;
  /** None for a Standard Key, at least one for an Agent Key. */
  readonly scopes: readonly string[];
  readonly limits: RateLimits | null;
  /** An instant in the future from which on it opens nothing; absent: never. */
  readonly expiresAt?: string | undefined;
  /** Who is to have it, in the owner's words. */
  readonly holder?: string | undefined;
  /** A form of the portal: it makes one key, however often it is sent. */
  readonly formId?: string;
}

/**
 * Issues a personal key. Whether the account is active, has room for the key and, for write scopes, an
 * active Manifestation of Will is decided by the transaction that stores the key. `secret` is given out
 * here and never again. The owner is told by mail, whoever made it.
 *
 * An account that is full of keys gets room from those that have expired: they are revoked then.
 *
 * Errors: 400 for an end that has passed; 404; 409 `form.sent_before`, `person.deactivated`, `person.suspended`, `api_key.limit_reached`,
 * `manifestation.required`.
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
        : orElse(sentFormWrite(personId, formId, at), apiErrors.formSentBefore),
    person: orElse(countKey(personId), uncountable),
    manifestation: canWrite(key.scopes)
      ? orElse(manifestationCheck(personId), apiErrors.manifestationRequired)
      : undefined,
    ...writes,
    told: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: {
        template: 'key_made',
        personId,
        keyId: key.id,
        byOperator: actor.kind === 'operator',
        replaces: null,
      },
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

/** Revokes the keys that have expired; false where there are none. */
async function revokeExpired(personId: string, deps: CoreDeps): Promise<boolean> {
  const held = await activeKeysOf(deps.table, partitions.person(personId));
  const expired = held.filter((key) => keyState(key, deps.now()) === 'expired');
  for (const { id: keyId } of expired) await revokeKey({ personId, keyId }, system, deps);
  return expired.length > 0;
}

/** 400: a key that would open nothing from the beginning. */
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

/** The new version makes a deactivation that has already read the account's keys read them again. */
function countKey(personId: string): Write {
  return {
    update: {
      Key: keys.person(personId),
      UpdateExpression: 'SET activeKeys = activeKeys + :one, version = version + :one',
      ConditionExpression:
        '#status = :active AND activeKeys < :most AND attribute_not_exists(suspension)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':one': 1, ':active': 'active', ':most': maxActiveKeys },
    },
  };
}

function uncountable(person: Item | undefined): ApiError {
  if (person === undefined) return apiErrors.notFound();
  if (person['status'] !== 'active') return apiErrors.personDeactivated();
  return person['suspension'] === undefined
    ? apiErrors.keyLimitReached(maxActiveKeys)
    : apiErrors.personSuspended();
}
