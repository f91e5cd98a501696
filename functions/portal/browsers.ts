import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { browsersPage } from '../../shared/sessions/portal-browsers-page.ts';
import * as routes from '../../shared/sessions/portal-browsers-routes.ts';
import { endBrowser, endOtherBrowsers } from '../../shared/sessions/usecases/end-browsers.ts';
import { listBrowsers } from '../../shared/sessions/usecases/list-browsers.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';

const path = '/portal/browsers';

const show: PortalRun<typeof routes.showBrowsers> = async (
  { person, session, csrfToken },
  deps,
) => {
  const browsers = await listBrowsers({ person, session }, deps);
  return page(200, browsersPage(deps, { ...person, csrfToken: csrfToken() }, browsers));
};

const end: PortalRun<typeof routes.endBrowserOnPage> = async ({ params, ...owner }, deps) => {
  await endBrowser(owner, params.sessionId, deps);
  return toBrowsers(deps);
};

const endOthers: PortalRun<typeof routes.endOtherBrowsersOnPage> = async (owner, deps) => {
  await endOtherBrowsers(owner, deps);
  return toBrowsers(deps);
};

function toBrowsers(deps: ServiceDeps): RawResponse {
  return redirect(href(deps, path));
}

export const rows: readonly Operation<ServiceDeps>[] = [
  portalOperation(routes.showBrowsers, show),
  portalOperation(routes.endBrowserOnPage, end, { returnTo: path }),
  portalOperation(routes.endOtherBrowsersOnPage, endOthers, { returnTo: path }),
];

export const handler = operations(rows, serviceDeps);
