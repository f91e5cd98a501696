import type { PartnerKeyCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { readResidencies } from '../../people/db/people.ts';
import { terminateResidency } from '../../people/usecases/residency.ts';
import { sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import { readResidencyApplication } from '../../residency/usecases/read-residency-application.ts';

/** Ends a residency of the key's owner, now. Error: 404, also for another person's. */
export function expireResidency(
  residencyId: string,
  { personId }: Pick<PersonalKeyCaller, 'personId'>,
  deps: CoreDeps,
) {
  return terminateResidency({ personId, residencyId }, undefined, sandboxReviewer, deps);
}

/**
 * Ends the residency that the integration's application has led to, now. Errors: 404, also for another integration's; 409
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
  // The one that it led to: others may have granted the person another one since.
  const residency = residencies.find((each) => each.applicationId === applicationId);
  if (personId === null || residency === undefined) throw apiErrors.applicationNotApproved();
  return expireResidency(residency.id, { personId }, deps);
}
