import { type AgreementDeps, agreementDeps } from '../../shared/agreements/agreement-deps.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { type ReviewingDeps, reviewingDeps } from '../../shared/reviews/reviewing-deps.ts';
import { portalHomePage } from '../../shared/service/pages/portal-home-page.ts';
import { showPortal, signOut } from '../../shared/service/routes/portal.ts';
import { readPortalHome } from '../../shared/service/usecases/read-portal-home.ts';
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
  const home = await readPortalHome(person, deps);
  return page(200, portalHomePage(deps, { ...person, csrfToken: csrfToken() }, home));
};

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
