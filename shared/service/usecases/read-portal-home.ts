import { manifestationIn, manifestationKey } from '../../access/usecases/manifestation.ts';
import type { AgreementDeps } from '../../documents/deps/agreement-deps.ts';
import { wordingsInForce } from '../../documents/usecases/wordings-in-force.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { listRepresented } from '../../registry/db/representatives.ts';
import { readRenewal } from '../../residency/usecases/read-renewal.ts';
import type { StaffDeps } from '../../staff/deps/staff-deps.ts';
import { mayDo, type Rights, staffPlaces } from '../../staff/domain/staff-rights.ts';
import { standingKeys, standingOf } from '../../staff/usecases/standing.ts';
import type { PortalHome } from '../pages/portal-home-page.ts';
import { readApplicationsOf } from './read-applications-of.ts';
import { applicationTasks, readEntityTasks } from './read-to-do.ts';

/** What the home page needs that is known before anything is read: it is read with the session. */
export function portalHomeKeys(personId: string): readonly ItemKey[] {
  return [manifestationKey(personId), ...standingKeys(personId)];
}

/** Who somebody is in the registry, whom they represent, and what waits for them. Two round trips; `found` was read
 * with the session, at `portalHomeKeys`. */
export async function readPortalHome(
  person: StoredPerson,
  [will, ...staff]: readonly (Item | undefined)[],
  deps: StaffDeps & AgreementDeps,
): Promise<PortalHome> {
  const { residentPermitNumber, residency } = person;
  const now = deps.now().toISOString();
  const [{ entities, tasks }, { applications, residency: application }, renewal] =
    await Promise.all([
      listRepresented(deps.table, person.id).then((ids) => readEntityTasks(ids, deps)),
      readApplicationsOf(person, deps),
      readRenewal(person, deps),
    ]);
  return {
    residentPermitNumber,
    residency,
    renewal,
    entities,
    tasks: [...applicationTasks(applications, application, person, now), ...tasks],
    application,
    will: manifestationIn(will),
    texts: wordingsInForce(deps.agreements),
    staff: placesOf(standingOf(person, staff, deps.reviewers)),
    now,
  };
}

/** What the staff find on the way around, by what they may do there. */
function placesOf(standing: Rights | null): PortalHome['staff'] {
  return { ...staffPlaces(standing), decides: mayDo(standing, 'case.approve') };
}
