import { showActivity } from '../../shared/account/activity-routes.ts';
import { readBy } from '../../shared/account/domain/activity-choice.ts';
import { activityPage } from '../../shared/account/pages/activity-page.ts';
import { readActivityWithActors } from '../../shared/account/usecases/read-activity.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import type { Operation } from '../../shared/web/operations.ts';
import { page } from '../../shared/web/page.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';

/** Acts on one page. */
const perPage = 30;

const show: PortalRun<typeof showActivity> = async ({ query, person, csrfToken }, deps) => {
  const filter = readBy(query.by);
  const request = { ...filter, limit: perPage, cursor: query.after };
  const { page: found, ...actors } = await readActivityWithActors(person.id, request, deps);
  const reader = { ...person, csrfToken: csrfToken() };
  const view = { ...actors, by: query.by ?? '', filter, activities: found.items, next: found.next };
  return page(200, activityPage(deps, reader, view));
};

export const rows: readonly Operation<ServiceDeps>[] = [portalOperation(showActivity, show)];

export const handler = pageFunction(rows, serviceDeps);
