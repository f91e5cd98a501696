import type { StoredKey } from '../db/api-keys.ts';
import { keys, partitions } from '../db/keys.ts';
import { transact, type Write } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { mostActiveKeys } from '../domain/person.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';
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
export async function issuePartnerKey(
  integrationId: string,
  { label, scopes }: PartnerKeyRequest,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly key: StoredKey; readonly secret: string }> {
  const at = deps.now().toISOString();
  const owner = partitions.integration(integrationId);
  const request = { kind: 'partner', ownerId: integrationId, label, scopes, limits: null } as const;
  const { secret, key, writes } = newKey({ ...request, owner }, deps, at);
  const outcome = await transact(deps.table, {
    integration: countKey(integrationId),
    ...writes,
    ...auditAct(deps, {
      at,
      actor,
      action: 'partner_key.issued',
      subject: { type: 'partner_integration', id: integrationId },
      details: { keyId: key.id, scopes: key.scopes },
    }),
  });
  if (outcome.kind === 'written') return { key, secret };
  if (outcome.label !== 'integration') throw new Error(`refused by ${outcome.label}`);
  throw outcome.found === undefined
    ? apiErrors.notFound()
    : apiErrors.keyLimitReached(mostActiveKeys);
}

function countKey(integrationId: string): Write {
  return {
    update: {
      Key: keys.integration(integrationId),
      UpdateExpression: 'SET activeKeys = activeKeys + :one',
      ConditionExpression: 'activeKeys < :most',
      ExpressionAttributeValues: { ':one': 1, ':most': mostActiveKeys },
    },
  };
}
