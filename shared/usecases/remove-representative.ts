import { endOfRepresentationWrites } from '../db/representatives.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import { apiErrors } from '../errors.ts';
import { auditAct } from './audit-act.ts';
import { type RepresentedEntity, readEntity } from './read-entity.ts';

/**
 * Ends a person's representation of a legal entity. It is no mistake when there was none.
 *
 * Error: 404 `Not found` for an unknown entity or person.
 */
export async function removeRepresentative(
  { entityId, personId }: { readonly entityId: string; readonly personId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<RepresentedEntity> {
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    ...endOfRepresentationWrites(entityId, personId),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity.representative_removed',
      subject: { type: 'legal_entity', id: entityId },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.label !== 'representative') throw apiErrors.notFound();
  return readEntity(deps.table, entityId);
}
