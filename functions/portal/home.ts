import { type AgreementDeps, agreementDeps } from '../../shared/documents/deps/documents.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { signedOutPage } from '../../shared/oauth/pages/oauth-logout-pages.ts';
import { leaveSession } from '../../shared/oauth/usecases/read-logout.ts';
import { paymentMethods } from '../../shared/payments/pages/checkout-page.ts';
import { ownInvoicePage } from '../../shared/service/pages/own-invoice-page.ts';
import { ownInvoicesPage } from '../../shared/service/pages/own-invoices-page.ts';
import { portalHomePage } from '../../shared/service/pages/portal-home-page.ts';
import * as invoices from '../../shared/service/routes/own-invoices.ts';
import { showPortal, signOut } from '../../shared/service/routes/portal.ts';
import { ownEntityKeys } from '../../shared/service/usecases/read-own-entity.ts';
import {
  readEntityInvoices,
  readOwnInvoice,
  readOwnInvoices,
} from '../../shared/service/usecases/read-own-invoices.ts';
import { portalHomeKeys, readPortalHome } from '../../shared/service/usecases/read-portal-home.ts';
import { sessionCookie } from '../../shared/sign-in/auth/session.ts';
import { portalHome } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { browsersPage } from '../../shared/sign-in/pages/portal-browsers-page.ts';
import * as browsers from '../../shared/sign-in/routes/portal-browsers-routes.ts';
import {
  endBrowser,
  endOtherBrowsers,
  listBrowsers,
} from '../../shared/sign-in/usecases/sessions.ts';
import { type StaffDeps, staffDeps } from '../../shared/staff/deps/staff-deps.ts';
import { writeCookie } from '../../shared/web/http/cookies.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation, withCookie } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

const show: PortalRun<typeof showPortal, StaffDeps & AgreementDeps> = async (
  { person, csrfToken, extraItems },
  deps,
) => {
  const home = await readPortalHome(person, extraItems, deps);
  return page(
    200,
    portalHomePage(deps, { ...person, csrfToken: csrfToken(), ...home.staff }, home),
  );
};

const listInvoices: PortalRun<typeof invoices.showOwnInvoices> = async (
  { query, person, csrfToken, extraItems },
  deps,
) => {
  const view =
    query.entity === undefined
      ? await readOwnInvoices(person, deps)
      : await readEntityInvoices(extraItems, deps);
  return page(200, ownInvoicesPage(deps, { ...person, csrfToken: csrfToken() }, view));
};

const showInvoice: PortalRun<typeof invoices.showOwnInvoice> = async (
  { params, person, csrfToken },
  deps,
) => {
  const invoice = await readOwnInvoice(params.invoiceId, person, deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(200, ownInvoicePage(deps, viewer, invoice, paymentMethods(deps)));
};

const leave: PortalRun<typeof signOut> = async (signedIn, deps) => {
  const frames = await leaveSession(signedIn, deps);
  const answer =
    frames.length === 0
      ? redirect(href(deps, '/portal/sign-in'))
      : page(200, signedOutPage(deps, { to: null, frames }), { frames, script: true });
  return withCookie(answer, writeCookie(deps.baseUrl, sessionCookie, '', { maxAge: 0 }));
};

const browsersPath = '/portal/browsers';

const showBrowsers: PortalRun<typeof browsers.showBrowsers> = async (
  { person, session, token, csrfToken },
  deps,
) => {
  const listed = await listBrowsers({ person, session, token }, deps);
  return page(200, browsersPage(deps, { ...person, csrfToken: csrfToken() }, listed));
};

const end: PortalRun<typeof browsers.endBrowserOnPage> = async ({ params, ...owner }, deps) => {
  await endBrowser(owner, params.sessionId, deps);
  return toBrowsers(deps);
};

const endOthers: PortalRun<typeof browsers.endOtherBrowsersOnPage> = async (owner, deps) => {
  await endOtherBrowsers(owner, deps);
  return toBrowsers(deps);
};

function toBrowsers(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, browsersPath));
}

export const rows: readonly Operation<StaffDeps>[] = [
  pageOperation(showPortal, show, signedIn({ extraItems: portalHomeKeys })),
  pageOperation(signOut, leave, signedIn({ returnTo: portalHome, whileSuspended: true })),
  pageOperation(
    invoices.showOwnInvoices,
    listInvoices,
    signedIn({
      extraItems: (personId, { query }) =>
        query.entity === undefined ? [] : ownEntityKeys(query.entity, personId),
    }),
  ),
  pageOperation(invoices.showOwnInvoice, showInvoice, signedIn()),
  pageOperation(browsers.showBrowsers, showBrowsers, signedIn()),
  pageOperation(
    browsers.endBrowserOnPage,
    end,
    signedIn({ returnTo: browsersPath, whileSuspended: true }),
  ),
  pageOperation(
    browsers.endOtherBrowsersOnPage,
    endOthers,
    signedIn({
      returnTo: browsersPath,
      whileSuspended: true,
    }),
  ),
];

export const handler = pageFunction(rows, () => ({ ...staffDeps(), ...agreementDeps() }));
