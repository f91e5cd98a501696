import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { newResidentPermitNumber } from '../../people/domain/rpn.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ImportEntity } from '../contracts/admin-entities.ts';
import { type NewEntityRefusal, newEntity, newEntityWrites } from '../db/new-entity.ts';
import { registrySharding } from '../db/registry-changes.ts';
import { inOrder } from '../db/representatives.ts';
import * as registryErrors from '../errors/registry-errors.ts';
import type { RepresentedEntity } from './read-entities.ts';

/**
 * Registers an existing legal entity atomically with its number (its own or a new one), name and representatives.
 * Reserved names are allowed.
 *
 * Errors: 400 for an unknown representative or referral code; 409 `entity.name_taken`, `resident_permit_number.taken`
 * for an own number that is in use.
 */
export async function importEntity(
  command: ImportEntity,
  actor: Actor,
  deps: CoreDeps,
): Promise<RepresentedEntity> {
  const at = deps.now().toISOString();
  const people = [...new Set(command.representatives)];
  const representatives = people.map((personId) => ({ personId, since: at }));
  return retryOnConflict(async () => {
    const own = command.residentPermitNumber ?? null;
    const number = own ?? newResidentPermitNumber('legal_entity', deps.random);
    const { registrationDate = at, residency } = command;
    const entity = newEntity({
      ...command,
      id: deps.newId(),
      registrationDate,
      residentPermitNumber: number,
      residency: {
        effectiveDate: residency?.effectiveDate ?? at,
        terminationDate: residency?.terminationDate ?? null,
      },
      createdAt: at,
    });
    const sharded = await registrySharding(deps);
    const outcome = await transact(deps.table, {
      ...newEntityWrites(entity, representatives, sharded),
      ...auditAct(deps, {
        at,
        actor,
        action: 'legal_entity.imported',
        subject: { type: 'legal_entity', id: entity.id },
        details: { optionId: entity.optionId, representatives: people },
      }),
    });
    if (outcome.kind === 'written') return { entity, representatives: inOrder(representatives) };
    const { refusal } = outcome;
    if (refusal === undefined) throw outcome.error;
    if (refusal.reason === 'number_taken') {
      if (own === null) return lostRace;
      throw registryErrors.permitNumberTaken();
    }
    throw errorOf(refusal, people, command);
  });
}

type FinalRefusal = Exclude<NewEntityRefusal, { readonly reason: 'number_taken' }>;

function errorOf(refusal: FinalRefusal, people: readonly string[], sent: ImportEntity): ApiError {
  switch (refusal.reason) {
    case 'unfit_representative': {
      const personId = people[refusal.representative] ?? '';
      const index = sent.representatives?.indexOf(personId) ?? -1;
      return apiErrors.invalidField(['representatives', index], 'Unknown person');
    }
    case 'unknown_referral_code':
      return apiErrors.unknownReferralCode();
    case 'name_taken':
      return apiErrors.nameTaken();
  }
}
