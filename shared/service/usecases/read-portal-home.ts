import { readOwnManifestation } from '../../access/usecases/read-own-manifestation.ts';
import type { AgreementDeps } from '../../agreements/agreement-deps.ts';
import { wordingsInForce } from '../../agreements/wordings-in-force.ts';
import { listApplications } from '../../incorporation/applications.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/revise-person.ts';
import { listRepresentedEntities } from '../../registry/db/represented-entities.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';
import type { StaffDeps } from '../../staff/staff-deps.ts';
import { mayDo, type Rights, staffPlaces } from '../../staff/staff-rights.ts';
import { standingOf } from '../../staff/standing.ts';
import { readWanted } from '../../terms/usecases/confirm-entity.ts';
import { readRenewal } from '../../terms/usecases/read-renewal.ts';
import type { PortalHome } from '../pages/portal-home-page.ts';

/** Who somebody is in the registry, whom they represent, and what waits for them. Four reads at a time; `staff` was read
 * with the session, at `standingKeys`. */
export async function readPortalHome(
  person: StoredPerson,
  staff: readonly (Item | undefined)[],
  deps: StaffDeps & AgreementDeps,
): Promise<PortalHome> {
  const { residentPermitNumber, residency } = person;
  const [entities, application, applications, will, renewal] = await Promise.all([
    listRepresentedEntities(deps.table, person.id),
    applicationOf(person, deps),
    listApplications(deps.table, person.id),
    readOwnManifestation(person.id, deps),
    readRenewal(person, deps),
  ]);
  return {
    residentPermitNumber,
    residency,
    renewal,
    entities,
    toConfirm: await readWanted(entities, deps),
    application,
    unsigned: applications.filter(
      ({ statusId, agreement }) => statusId === 'Draft' && agreement === null,
    ),
    will,
    texts: wordingsInForce(deps.agreements),
    staff: placesOf(standingOf(person, staff, deps.reviewers)),
    now: deps.now().toISOString(),
  };
}

/** What the staff find on the way around, by what they may do there. */
function placesOf(standing: Rights | null): PortalHome['staff'] {
  return { ...staffPlaces(standing), decides: mayDo(standing, 'case.approve') };
}

/** The application for which the account was claimed; null when it has gone to another address since. */
async function applicationOf(
  { residencyApplicationId, email }: StoredPerson,
  { table }: { readonly table: Table },
): Promise<StoredResidencyApplication | null> {
  const id = residencyApplicationId ?? null;
  const application = id === null ? null : await findResidencyApplication(table, id);
  const theirs = application !== null && isSameEmail(application.data.personalDetails.email, email);
  return theirs ? application : null;
}
