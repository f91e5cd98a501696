import { findOwnedKey, type OwnedKey, revocationWrites } from '../db/api-keys.ts';
import { keys, partitions } from '../db/keys.ts';
import { eventWrite } from '../db/outbox.ts';
import { transact, type Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { auditPerson } from './audit-person.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Revokes a personal key; the next call with it is refused. A key that is revoked already is answered as
 * it is.
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
