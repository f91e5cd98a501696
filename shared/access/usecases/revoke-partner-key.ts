import { keys, partitions } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findOwnedKey, type OwnedKey, revocationWrites } from '../db/api-keys.ts';

/**
 * Revokes a Partner Key; the next call with it is refused. A key that is revoked already stays as it is.
 *
 * Error: 404 for a key that the integration does not have.
 */
export function revokePartnerKey(
  { integrationId, keyId }: { readonly integrationId: string; readonly keyId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<OwnedKey> {
  return untilWritten(async () => {
    const owner = partitions.integration(integrationId);
    const key = await findOwnedKey(deps.table, owner, keyId);
    if (key === null) throw apiErrors.notFound();
    if (key.revokedAt !== null) return key;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      ...revocationWrites(key, owner, at),
      integration: uncountKey(integrationId),
      ...auditAct(deps, {
        at,
        actor,
        action: 'partner_key.revoked',
        subject: { type: 'partner_integration', id: integrationId },
        details: { keyId },
      }),
    });
    return outcome.kind === 'written' ? { ...key, revokedAt: at } : lostRace;
  });
}

function uncountKey(integrationId: string): Write {
  return {
    update: {
      Key: keys.integration(integrationId),
      UpdateExpression: 'SET activeKeys = activeKeys - :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}
