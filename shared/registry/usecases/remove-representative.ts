import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { endOfRepresentationWrites } from '../db/representatives.ts';
import { type RepresentedEntity, readEntity } from './read-entity.ts';

/**
 * Ends a person's representation of a legal entity. It is no error if there was none. All who represent it are
 * told by mail, and so is the one who did.
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
    told: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'representative_removed', entityId, personId, at },
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity.representative_removed',
      subject: { type: 'legal_entity', id: entityId },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== 'done_before') throw apiErrors.notFound();
  return readEntity(deps.table, entityId);
}
