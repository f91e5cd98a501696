import { sentFormWrite } from '../../kernel/db/effects.ts';
import { keys, partitions } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { alsoRecorded } from '../../platform/db/audit-items.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { findOwnedKey, revocationWrites, type StoredKey } from '../db/api-keys.ts';
import { manifestationCheck } from '../db/manifestations.ts';
import { keyState } from '../domain/key-state.ts';
import { newKey } from './new-key.ts';

export interface Rotation {
  readonly personId: string;
  readonly keyId: string;
  /** The form of the portal that asked for it: sent again, it makes no further key. */
  readonly formId: string;
}

/**
 * Replaces a personal key by a new one with the same label, holder, scopes, limits and end, and revokes it, in one
 * transaction, so that there is always one of the two. An account with as many keys as it may have can still
 * rotate them. The new key's calls are counted with those of the former one, so that a rotation gives no second
 * quota. The owner is told by mail. `secret` is given out here and never again.
 *
 * Errors: 404; 409 `form.sent_before`, `api_key.revoked`, `person.deactivated`, `person.suspended`, `manifestation.required`.
 */
export async function rotateKey(
  { personId, keyId, formId }: Rotation,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  const at = deps.now().toISOString();
  const owner = partitions.person(personId);
  const former = await findOwnedKey(deps.table, owner, keyId);
  if (former === null) throw apiErrors.notFound();
  if (keyState(former, deps.now()) === 'expired') throw apiErrors.keyRevoked();
  const { kind, label, scopes, limits, expiresAt, holder, counterId = former.id } = former;
  const kept = { kind, label, scopes, limits, expiresAt, holder, counterId };
  const request = { ...kept, ownerId: personId, owner };
  const { secret, key, writes } = newKey(request, deps, at);
  const revocation = revocationWrites(former, owner, at);
  const record = (action: string, details: Readonly<Record<string, string>>) =>
    auditPerson(deps, { at, actor, personId, action, details });
  const outcome = await transact(deps.table, {
    form: orElse(sentFormWrite(personId, formId, at), apiErrors.formSentBefore),
    former: orElse(revocation.key, apiErrors.keyRevoked),
    formerOwned: orElse(revocation.ownedKey, apiErrors.keyRevoked),
    person: orElse(noteChange(personId), unchangeable),
    manifestation: canWrite(scopes)
      ? orElse(manifestationCheck(personId), apiErrors.manifestationRequired)
      : undefined,
    ...writes,
    unwanted: eventWrite(deps.newId(), at, {
      type: 'gateway_keys.unwanted',
      keyHashes: [former.hash],
    }),
    told: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: {
        template: 'key_made',
        personId,
        keyId: key.id,
        byOperator: actor.kind === 'operator',
        replaces: keyId,
      },
    }),
    ...record('api_key.issued', { keyId: key.id, kind, replaces: keyId }),
    ...alsoRecorded(record('api_key.revoked', { keyId, kind, replacedBy: key.id })),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return { key, secret };
}

/**
 * The count of active keys stays; the new version makes a deactivation that has already read them read them
 * again.
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
