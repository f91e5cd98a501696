import { keys, partitions } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { findOwnedKey, type OwnedKey, revocationWrites } from '../db/api-keys.ts';

/**
 * Revokes a personal key; the next call with it is refused. A key that is revoked already stays as it is.
 *
 * Error: 404 for a key that the person does not have.
 */
export function revokeKey(
  { personId, keyId }: { readonly personId: string; readonly keyId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<OwnedKey> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const owner = partitions.person(personId);
    const key = await findOwnedKey(deps.table, owner, keyId);
    if (key === null) throw apiErrors.notFound();
    if (key.revokedAt !== null) return key;
    const outcome = await transact(deps.table, {
      ...revocationWrites(key, owner, at),
      person: uncountKey(personId),
      event: eventWrite(deps.newId(), at, {
        type: 'gateway_keys.unwanted',
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
