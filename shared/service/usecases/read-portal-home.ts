import { readOwnManifestation } from '../../access/usecases/read-own-manifestation.ts';
import type { AgreementDeps } from '../../agreements/agreement-deps.ts';
import { wordingsInForce } from '../../agreements/wordings-in-force.ts';
import { listApplications } from '../../incorporation/applications.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { listRepresentedEntities } from '../../registry/db/represented-entities.ts';
import type { StaffDeps } from '../../staff/staff-deps.ts';
import { mayDo, type Rights, staffPlaces } from '../../staff/staff-rights.ts';
import { standingOf } from '../../staff/standing.ts';
import { readWanted } from '../../terms/usecases/confirm-entity.ts';
import { readRenewal } from '../../terms/usecases/read-renewal.ts';
import type { PortalHome } from '../pages/portal-home-page.ts';
import { residencyApplicationOf } from './read-applications-of.ts';

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
    residencyApplicationOf(person, deps),
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
