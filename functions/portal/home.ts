import { sessionCookie } from '../../shared/auth/session.ts';
import { listApplications } from '../../shared/db/applications.ts';
import { findManifestation } from '../../shared/db/manifestations.ts';
import type { StoredPerson } from '../../shared/db/people.ts';
import { listRepresentedEntities } from '../../shared/db/represented-entities.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../shared/db/residency-applications.ts';
import { type ReviewingDeps, reviewingDeps } from '../../shared/deps/reviewing.ts';
import type { ServiceDeps } from '../../shared/deps/service.ts';
import { neverSigned } from '../../shared/domain/manifestation.ts';
import { portalHome } from '../../shared/domain/return-path.ts';
import { isReviewer } from '../../shared/domain/reviewer.ts';
import { isSameEmail } from '../../shared/domain/revise-person.ts';
import { writeCookie } from '../../shared/http/cookies.ts';
import { operations } from '../../shared/http/operations.ts';
import { page, redirect } from '../../shared/http/page.ts';
import { withCookie } from '../../shared/http/page-endpoint.ts';
import { type PortalRun, portalOperation } from '../../shared/http/portal-endpoint.ts';
import { portalHomePage } from '../../shared/pages/portal-home-page.ts';
import { href } from '../../shared/pages/site.ts';
import { showPortal, signOut } from '../../shared/routes/portal.ts';
import { endSession } from '../../shared/usecases/end-session.ts';
import { wordingsInForce } from '../../shared/usecases/wordings-in-force.ts';

const show: PortalRun<typeof showPortal, ReviewingDeps> = async ({ person, csrfToken }, deps) => {
  const { residentPermitNumber, residency } = person;
  const [entities, application, applications, will] = await Promise.all([
    listRepresentedEntities(deps.table, person.id),
    applicationOf(person, deps),
    listApplications(deps.table, person.id),
    findManifestation(deps.table, person.id),
  ]);
  const unsigned = applications.filter(
    ({ statusId, agreement }) => statusId === 'Draft' && agreement === null,
  );
  const now = deps.now().toISOString();
  const reviewer = isReviewer(person, deps.reviewers);
  const home = {
    residentPermitNumber,
    residency,
    entities,
    application,
    unsigned,
    will: will ?? neverSigned,
    texts: wordingsInForce(deps.agreements),
    reviewer,
    now,
  };
  return page(200, portalHomePage(deps, { ...person, csrfToken: csrfToken() }, home));
};

/** The application for which the account was claimed; null when it has gone to another address since. */
async function applicationOf(
  { residencyApplicationId, email }: StoredPerson,
  { table }: ServiceDeps,
): Promise<StoredResidencyApplication | null> {
  const id = residencyApplicationId ?? null;
  const application = id === null ? null : await findResidencyApplication(table, id);
  const theirs = application !== null && isSameEmail(application.data.personalDetails.email, email);
  return theirs ? application : null;
}

const leave: PortalRun<typeof signOut> = async (signedIn, deps) => {
  await endSession(signedIn, deps);
  return withCookie(
    redirect(href(deps, '/portal/sign-in')),
    writeCookie(deps.baseUrl, sessionCookie, '', { maxAge: 0 }),
  );
};

const rows = [
  portalOperation(showPortal, show),
  portalOperation(signOut, leave, { returnTo: portalHome }),
];

export const handler = operations(rows, reviewingDeps);
