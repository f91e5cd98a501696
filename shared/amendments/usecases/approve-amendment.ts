import { reworded } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace } from '../../kernel/usecases/until-written.ts';
import { requireEntity } from '../../registry/db/entities.ts';
import { registrySpread } from '../../registry/db/registry-spread.ts';
import { revisedEntityWrites } from '../../registry/db/revised-entity.ts';
import type { Approval, Hindrance } from '../../reviews/usecases/reviewed.ts';
import { amendmentWrite, type StoredAmendment } from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { amended } from '../domain/proposed-changes.ts';
import { isDissolved, proposedFields } from './create-amendment.ts';

/**
 * Approves an amendment: the entity changes, with its name's claim and its row in the registry, together
 * with the filing's last state, or nothing does.
 *
 * Hindered: another entity took the name in the meantime, or this one was dissolved.
 */
export async function approveAmendment(
  amendment: StoredAmendment,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredAmendment> | Hindrance> {
  const entity = await requireEntity(deps.table, amendment.entityId);
  const returned = decideAmendment(amendment, { type: 'return' }, at);
  // Objections are open again, and further ones can be made.
  const undone = returned.ok ? { amendment: amendmentWrite(returned.next) } : {};
  if (isDissolved(entity, at)) {
    const sentence = apiErrors.entityDissolved().message;
    return { sentence, reason: 'entity_dissolved', undone };
  }
  const nameTaken = { sentence: apiErrors.nameTaken().message, reason: 'name_taken', undone };
  const { name, extension, nameStartsWithExtension, principalOfficeAddress } = entity;
  const formerly = { name, extension, nameStartsWithExtension, principalOfficeAddress };
  const { proposedChanges } = amendment;
  const entityVersion = entity.version + 1;
  const after = amended(entity, proposedChanges);
  const revised = revisedEntityWrites(entity, after, at, await registrySpread(deps));
  return {
    decision: decideAmendment(
      { ...amendment, formerly, entityVersion, updatedAt: at },
      { type: 'approve' },
      at,
    ),
    writes: reworded(revised, (refusal) => {
      if (refusal === undefined) return undefined;
      return refusal === 'name_taken' ? nameTaken : lostRace;
    }),
    details: { changed: proposedFields(proposedChanges) },
  };
}
