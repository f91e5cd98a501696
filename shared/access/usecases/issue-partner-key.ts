import { keys, partitions } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { maxActiveKeys } from '../../people/domain/person.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoredKey } from '../db/api-keys.ts';
import { findIntegration, type StoredIntegration } from '../db/partner-integrations.ts';
import { newKey } from './new-key.ts';

export interface PartnerKeyRequest {
  readonly label: string | null;
  readonly scopes: readonly string[];
}

/**
 * Issues a Partner Key of an integration, active or not. `secret` is given out here and never again.
 *
 * Errors: 404 `Not found`; 409 `api_key.limit_reached`.
 */
export function issuePartnerKey(
  integrationId: string,
  { label, scopes }: PartnerKeyRequest,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const integration = await findIntegration(deps.table, integrationId);
    if (integration === null) throw apiErrors.notFound();
    if (integration.activeKeys >= maxActiveKeys) throw apiErrors.keyLimitReached(maxActiveKeys);
    const { secret, key, writes } = newKey(
      {
        kind: 'partner',
        ownerId: integrationId,
        owner: partitions.integration(integrationId),
        label,
        scopes,
        limits: null,
        integrationActive: integration.active,
      },
      deps,
      at,
    );
    const outcome = await transact(deps.table, {
      integration: countKey(integration),
      ...writes,
      ...auditAct(deps, {
        at,
        actor,
        action: 'partner_key.issued',
        subject: { type: 'partner_integration', id: integrationId },
        details: { keyId: key.id, scopes: key.scopes },
      }),
    });
    return outcome.kind === 'written' ? { key, secret } : lostRace;
  });
}

/** Refused when the integration was suspended, or came back, since it was read. */
function countKey({ id, active }: StoredIntegration): Write {
  return {
    update: {
      Key: keys.integration(id),
      UpdateExpression: 'SET activeKeys = activeKeys + :one',
      ConditionExpression: 'activeKeys < :most AND active = :active',
      ExpressionAttributeValues: { ':one': 1, ':most': maxActiveKeys, ':active': active },
    },
  };
}
