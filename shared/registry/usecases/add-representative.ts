import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { representationWrites } from '../db/representatives.ts';
import { type RepresentedEntity, readEntity } from './read-entity.ts';

/**
 * Makes a person represent a legal entity. Whoever does already keeps their date. All who represent it are told
 * by mail.
 *
 * Errors: 404 `Not found` for an unknown entity or person; 409 `person.erased`.
 */
export async function addRepresentative(
  { entityId, personId }: { readonly entityId: string; readonly personId: string },
  actor: Actor,
  deps: CoreDeps,
): Promise<RepresentedEntity> {
  const at = deps.now().toISOString();
  const outcome = await transact(deps.table, {
    ...representationWrites(entityId, { personId, since: at }),
    told: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'representative_added', entityId, personId, at },
    }),
    ...auditAct(deps, {
      at,
      actor,
      action: 'legal_entity.representative_added',
      subject: { type: 'legal_entity', id: entityId },
      details: { personId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal !== 'done_before') {
    throw outcome.refusal === 'erased' ? apiErrors.personErased() : apiErrors.notFound();
  }
  return readEntity(deps.table, entityId);
}
