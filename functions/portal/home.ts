import { sessionCookie } from '../../shared/auth/session.ts';
import { listRepresentedEntities } from '../../shared/db/represented-entities.ts';
import { serviceDeps } from '../../shared/deps/service.ts';
import { portalHome } from '../../shared/domain/return-path.ts';
import { writeCookie } from '../../shared/http/cookies.ts';
import { operations } from '../../shared/http/operations.ts';
import { page, redirect } from '../../shared/http/page.ts';
import { withCookie } from '../../shared/http/page-endpoint.ts';
import { type PortalRun, portalOperation } from '../../shared/http/portal-endpoint.ts';
import { portalHomePage } from '../../shared/pages/portal-home-page.ts';
import { href } from '../../shared/pages/site.ts';
import { showPortal, signOut } from '../../shared/routes/portal.ts';
import { endSession } from '../../shared/usecases/end-session.ts';

const show: PortalRun<typeof showPortal> = async ({ person, csrfToken }, deps) => {
  const { residentPermitNumber, residency } = person;
  const entities = await listRepresentedEntities(deps.table, person.id);
  const now = deps.now().toISOString();
  const home = { residentPermitNumber, residency, entities, now };
  return page(200, portalHomePage(deps, { ...person, csrfToken: csrfToken() }, home));
};

const leave: PortalRun<typeof signOut> = async ({ token, person }, deps) => {
  await endSession({ token, personId: person.id }, deps);
  return withCookie(
    redirect(href(deps, '/portal/sign-in')),
    writeCookie(deps.baseUrl, sessionCookie, '', { maxAge: 0 }),
  );
};

export const rows = [
  portalOperation(showPortal, show),
  portalOperation(signOut, leave, { returnTo: portalHome }),
];

export const handler = operations(rows, serviceDeps);
