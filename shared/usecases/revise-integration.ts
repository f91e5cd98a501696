import type { ReviseIntegration } from '../contracts/admin-clients.ts';
import { assign } from '../db/assign.ts';
import { keys } from '../db/keys.ts';
import { findIntegration, type StoredIntegration } from '../db/partner-integrations.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { revised } from '../domain/revision.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';

/** Changes an integration; the keys of one that is not active open nothing. Error: 404 `Not found`. */
export async function reviseIntegration(
  id: string,
  revision: ReviseIntegration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredIntegration> {
  const integration = await findIntegration(deps.table, id);
  if (integration === null) throw apiErrors.notFound();
  const { next, changes } = revised(integration, revision);
  const changed = Object.keys(changes);
  if (changed.length === 0) return integration;
  const outcome = await transact(deps.table, {
    integration: assign(keys.integration(id), changes),
    ...auditAct(deps, {
      at: deps.now().toISOString(),
      actor,
      action: 'partner_integration.updated',
      subject: { type: 'partner_integration', id },
      details: { changed, active: next.active },
    }),
  });
  if (outcome.kind === 'refused') throw apiErrors.notFound();
  return next;
}
