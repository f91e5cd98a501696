import { findManifestation } from '../../shared/access/db/manifestations.ts';
import { neverSigned } from '../../shared/access/manifestation.ts';
import { type AgreementDeps, agreementDeps } from '../../shared/agreements/agreement-deps.ts';
import { wordingsInForce } from '../../shared/agreements/wordings-in-force.ts';
import { listApplications } from '../../shared/incorporation/applications.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import type { StoredPerson } from '../../shared/people/db/people.ts';
import { isSameEmail } from '../../shared/people/domain/revise-person.ts';
import { listRepresentedEntities } from '../../shared/registry/db/represented-entities.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { isReviewer } from '../../shared/reviews/reviewer.ts';
import { type ReviewingDeps, reviewingDeps } from '../../shared/reviews/reviewing-deps.ts';
import { portalHomePage } from '../../shared/service/pages/portal-home-page.ts';
import { showPortal, signOut } from '../../shared/service/routes/portal.ts';
import { sessionCookie } from '../../shared/sessions/auth/session.ts';
import { portalHome } from '../../shared/sessions/domain/return-path.ts';
import { endSession } from '../../shared/sessions/usecases/end-session.ts';
import { writeCookie } from '../../shared/web/cookies.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { withCookie } from '../../shared/web/page-endpoint.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';

const show: PortalRun<typeof showPortal, ReviewingDeps & AgreementDeps> = async (
  { person, csrfToken },
  deps,
) => {
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

export const rows: readonly Operation<ReviewingDeps>[] = [
  portalOperation(showPortal, show),
  portalOperation(signOut, leave, { returnTo: portalHome }),
];

export const handler = operations(rows, () => ({ ...reviewingDeps(), ...agreementDeps() }));
