import type { PartnerKeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { issueKey } from '../../access/usecases/issue-key.ts';
import { signManifestation } from '../../access/usecases/manifestation.ts';
import type { AgreementDeps } from '../../documents/deps/documents.ts';
import * as incorporationErrors from '../../incorporation/errors/incorporation-errors.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';
import { readResidencies } from '../../people/db/people.ts';
import { registerPerson } from '../../people/usecases/register-person.ts';
import { grantResidency, terminateResidency } from '../../people/usecases/residency.ts';
import { sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { importEntity } from '../../registry/usecases/import-entity.ts';
import { readResidencyApplication } from '../../residency/usecases/read-residency-application.ts';
import type { TestEntity, TestPerson } from '../contracts/test-helpers-contract.ts';

/**
 * Creates a resident with a residency, a signed Manifestation of Will, and a key of each kind. The address belongs to
 * SES's mailbox simulator ("success@simulator.amazonses.com", with a unique label), so that nobody can have strangers
 * emailed.
 *
 * Not atomic: an interrupted call leaves a resident without keys, and a repeat creates another. Error: 400 for a
 * residency that ends before it begins.
 */
export async function makeTestPerson(
  { givenName, surname, residencyType, effectiveDate, terminationDate }: TestPerson,
  deps: CoreDeps & AgreementDeps,
) {
  const bytes = Buffer.from(deps.random(6));
  const label = bytes.toString('hex');
  // Spread over 18,000 days, because people with a permit number are indexed by date of birth.
  const born = new Date(Date.UTC(1950, 0, 1 + (bytes.readUInt16BE() % 18_000)));
  const registration = {
    email: `success+${label}@simulator.amazonses.com`,
    givenName: (givenName ?? 'Test') || null,
    surname: (surname ?? `Resident ${label}`) || null,
    dateOfBirth: born.toISOString().slice(0, 10),
    sex: null,
    countryOfBirth: null,
    citizenships: [],
    address: null,
    phoneNumber: null,
    referralCode: null,
  };
  const { id } = await registerPerson(registration, sandboxReviewer, deps);
  const granted = await grantResidency(
    id,
    {
      residencyType: residencyType ?? 'e-Resident',
      effectiveDate,
      terminationDate: terminationDate ?? null,
      samePersonReason: 'A test resident',
    },
    sandboxReviewer,
    deps,
  );
  const will = { agreements: ['e-Resident', 'Resident'], signature: null } as const;
  await signManifestation(id, will, sandboxReviewer, deps);
  const key = async (kind: 'standard' | 'agent', scopes: readonly string[]) => {
    const request = { kind, scopes, label: `sandbox: ${kind}`, limits: null };
    return (await issueKey(id, request, sandboxReviewer, deps)).secret;
  };
  return {
    ...granted,
    standardKey: await key('standard', []),
    agentKey: await key('agent', agentScopes),
  };
}

/**
 * Registers a legal entity that the caller represents, as if created through the API. Error: 409 `entity.name_taken`.
 */
export async function makeTestEntity(
  { name, optionId, extension, ...fields }: TestEntity,
  { personId }: Pick<PersonalKeyCaller, 'personId'>,
  deps: CoreDeps,
): Promise<StoredEntity> {
  const { entity } = await importEntity(
    {
      ...fields,
      name: name ?? `Trial ${Buffer.from(deps.random(6)).toString('hex')}`,
      optionId: optionId ?? 'llc',
      extension: extension ?? 'LLC',
      createdViaAPI: true,
      representatives: [personId],
    },
    sandboxReviewer,
    deps,
  );
  return entity;
}

/** Ends a residency of the key's owner, now. Error: 404, also for another person's. */
export function expireResidency(
  residencyId: string,
  { personId }: Pick<PersonalKeyCaller, 'personId'>,
  deps: CoreDeps,
) {
  return terminateResidency({ personId, residencyId }, undefined, sandboxReviewer, deps);
}

/**
 * Ends the residency granted for the integration's application, now. Errors: 404, also for another integration's; 409
 * `application.not_approved`.
 */
export async function expireApplicantsResidency(
  applicationId: string,
  caller: Pick<PartnerKeyCaller, 'integrationId'>,
  deps: CoreDeps,
) {
  const { application } = await readResidencyApplication(applicationId, caller, deps);
  const { personId } = application;
  const residencies = personId === null ? [] : await readResidencies(deps.table, personId);
  // The residency of this application, because the person may have been granted another one since.
  const residency = residencies.find((each) => each.applicationId === applicationId);
  if (personId === null || residency === undefined)
    throw incorporationErrors.applicationNotApproved();
  return expireResidency(residency.id, { personId }, deps);
}
