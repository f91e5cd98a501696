import { listApplications, type StoredApplication } from '../../incorporation/db/applications.ts';
import { mayApply } from '../../incorporation/usecases/check-new-application.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';

/** What someone has applied for. */
export interface OwnApplications {
  readonly applications: readonly StoredApplication[];
  readonly residency: StoredResidencyApplication | null;
  readonly isEligible: boolean;
}

/** Your own applications, whatever they were created with, newest first. One round trip. */
export async function readApplicationsOf(
  person: StoredPerson,
  deps: CoreDeps,
): Promise<OwnApplications> {
  const [applications, residency] = await Promise.all([
    listApplications(deps.table, person.id),
    residencyApplicationOf(person, deps),
  ]);
  return { applications, residency, isEligible: mayApply(person, deps.now().toISOString()) };
}

/** The application for which the account was claimed; null when it has gone to another address since. */
export async function residencyApplicationOf(
  { residencyApplicationId, email }: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredResidencyApplication | null> {
  const id = residencyApplicationId ?? null;
  const application = id === null ? null : await findResidencyApplication(table, id);
  const theirs = application !== null && isSameEmail(application.data.personalDetails.email, email);
  return theirs ? application : null;
}
