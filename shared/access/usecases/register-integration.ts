import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { RegisterIntegration } from '../contracts/admin-integrations-contract.ts';
import { integrationItem, type StoredIntegration } from '../db/partner-integrations.ts';

/** Registers an approved partner's integration, without keys yet. Error: 400 for an unknown entity. */
export async function registerIntegration(
  {
    name,
    legalEntityId = null,
    redirectOrigins = [],
    active = true,
    claimMailsPerDay = null,
  }: RegisterIntegration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredIntegration> {
  const at = deps.now().toISOString();
  const integration: StoredIntegration = {
    id: deps.newId(),
    name,
    legalEntityId,
    active,
    redirectOrigins,
    activeKeys: 0,
    claimMailsPerDay,
    objections: 0,
    createdAt: at,
  };
  const outcome = await transact(deps.table, {
    entity:
      legalEntityId === null
        ? undefined
        : orElse(mustExist(keys.entity(legalEntityId)), () =>
            apiErrors.invalidField(['legalEntityId'], 'Unknown legal entity'),
          ),
    integration: create(integrationItem(integration)),
    ...auditAct(deps, {
      at,
      actor,
      action: 'partner_integration.registered',
      subject: { type: 'partner_integration', id: integration.id },
      details: { legalEntityId, active },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return integration;
}
