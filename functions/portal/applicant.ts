import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { applicantAccountStatus } from '../../shared/residency/domain/account-holder.ts';
import { type HolderPage, holderPage } from '../../shared/residency/pages/holder-page.ts';
import * as routes from '../../shared/residency/routes/portal-applicant.ts';
import {
  answerAsHolder,
  readAsHolder,
  shownDigest,
} from '../../shared/residency/usecases/answer-as-holder.ts';
import { partnerOf } from '../../shared/residency/usecases/read-residency-application.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

type Routes = (typeof routes)[keyof typeof routes];

const show: PortalRun<typeof routes.showOwnResidencyApplication> = async (request, deps) =>
  page(200, await shownTo(request, {}, deps));

const answer: PortalRun<typeof routes.answerResidencyApplication> = async (request, deps) => {
  const { params, body, person } = request;
  if (!body.ok) return page(400, await shownTo(request, { errors: body.errors }, deps));
  const outcome = await answerAsHolder(params.id, body.data, person.id, deps);
  return outcome === 'changed' || outcome === 'decided'
    ? page(409, await shownTo(request, { late: outcome }, deps))
    : redirect(href(deps, `/portal/residency-applications/${params.id}`));
};

/** The current page. Error: 404. */
async function shownTo(
  { params, person, csrfToken }: PortalRequest<Routes>,
  fields: Pick<HolderPage, 'late' | 'errors'>,
  deps: ServiceDeps,
) {
  const application = await readAsHolder(params.id, person, deps);
  const view = { partner: await partnerOf(application, deps), digest: shownDigest(application) };
  const accountStatus = applicantAccountStatus(person, application);
  const confirmed = accountStatus === 'confirmed' ? (application.holderConfirmation ?? null) : null;
  const viewer = { ...person, csrfToken: csrfToken() };
  return holderPage(deps, viewer, {
    application,
    ...view,
    confirmed,
    isNeeded: accountStatus !== 'opened_with_application',
    ...fields,
  });
}

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(routes.showOwnResidencyApplication, show, signedIn()),
  pageOperation(routes.answerResidencyApplication, answer, signedIn()),
];

export const handler = pageFunction(rows, serviceDeps);
