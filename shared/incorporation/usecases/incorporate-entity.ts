import { reworded } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace } from '../../kernel/usecases/retry-on-conflict.ts';
import { activePersonCheck } from '../../people/db/people-checks.ts';
import { newResidentPermitNumber } from '../../people/domain/rpn.ts';
import { type NewEntityRefusal, newEntity, newEntityWrites } from '../../registry/db/new-entity.ts';
import { registrySharding } from '../../registry/db/registry-changes.ts';
import type { Approval, Blocker } from '../../reviews/usecases/reviewed.ts';
import type { StoredApplication } from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';

/**
 * Approves an application: creates the legal entity with its number, name, representative and residency, atomically
 * with the application's final status.
 *
 * Blocked if the name has been taken or the applicant's account is deactivated. If the drawn number is taken, the
 * transaction is retried with another.
 */
export async function incorporateEntity(
  application: StoredApplication,
  { at }: { readonly at: string },
  deps: CoreDeps,
): Promise<Approval<StoredApplication>> {
  const { optionId, name, extension, createdViaAPI, referralCode } = application;
  const entity = newEntity({
    id: deps.newId(),
    optionId,
    name,
    extension,
    createdViaAPI,
    referralCode,
    formationDate: at,
    registrationDate: at,
    residentPermitNumber: newResidentPermitNumber('legal_entity', deps.random),
    principalOfficeAddress: application.applicationData.entityDetails.principalOffice,
    applicationId: application.id,
    residency: { effectiveDate: at, terminationDate: null },
    createdAt: at,
  });
  const representative = { personId: application.ownerId, since: at };
  return {
    decision: decideApplication(application, { type: 'approve', legalEntityId: entity.id }, at),
    writes: reworded(
      newEntityWrites(entity, [representative], await registrySharding(deps), activePersonCheck),
      (refusal) => refusal && meanings[refusal.reason],
    ),
    details: { legalEntityId: entity.id },
  };
}

const meanings: Readonly<Record<NewEntityRefusal['reason'], Blocker | Error | typeof lostRace>> = {
  number_taken: lostRace,
  unfit_representative: {
    sentence: 'The account of the applicant is deactivated',
    reason: 'applicant_deactivated',
  },
  name_taken: { sentence: apiErrors.nameTaken().message, reason: 'name_taken' },
  unknown_referral_code: new Error('the referral code of an application is unknown'),
};
