import { partitions } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { revised } from '../../kernel/domain/same-value.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ReviseIntegration } from '../contracts/admin-integrations-contract.ts';
import { activeKeysOf, integrationActiveWrite } from '../db/api-keys.ts';
import {
  findIntegration,
  integrationWrite,
  type StoredIntegration,
} from '../db/partner-integrations.ts';

/**
 * Changes an integration. The keys of one that is not active open nothing from the next call on: the same
 * transaction marks each of them. Error: 404 `Not found`.
 */
export function reviseIntegration(
  id: string,
  revision: ReviseIntegration,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredIntegration> {
  return untilWritten(async () => {
    const integration = await findIntegration(deps.table, id);
    if (integration === null) throw apiErrors.notFound();
    const { next, changes } = revised(integration, revision);
    const changed = Object.keys(changes);
    if (changed.length === 0) return integration;
    const outcome = await transact(deps.table, {
      integration: integrationWrite(integration, changes),
      ...(next.active !== integration.active && (await keysTold(next, deps))),
      ...auditAct(deps, {
        at: deps.now().toISOString(),
        actor,
        action: 'partner_integration.updated',
        subject: { type: 'partner_integration', id },
        details: { changed, active: next.active },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The writes that mark every key; at most 40 of them are not revoked. */
async function keysTold(
  { id, active }: StoredIntegration,
  { table }: CoreDeps,
): Promise<Readonly<Record<string, Write>>> {
  const held = await activeKeysOf(table, partitions.integration(id));
  return Object.fromEntries(held.map((key) => [key.id, integrationActiveWrite(key, active)]));
}
