import { keyApprovalPath } from '../../shared/access/contracts/key-approval-contract.ts';
import { keyName } from '../../shared/access/pages/portal-developer-page.ts';
import { declineCall, readOwnApproval } from '../../shared/access/usecases/key-approvals.ts';
import { readOwnKey } from '../../shared/access/usecases/read-keys.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import {
  applicationPath,
  applicationsPath,
} from '../../shared/incorporation/contracts/portal-application.ts';
import { applicationPage } from '../../shared/incorporation/pages/application-page.ts';
import * as routes from '../../shared/incorporation/routes/portal-applications.ts';
import { endApplication } from '../../shared/incorporation/usecases/end-application.ts';
import { ownApplication } from '../../shared/incorporation/usecases/pay-application.ts';
import { readApplicationPage } from '../../shared/incorporation/usecases/read-application-page.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import type { PageComplaint } from '../../shared/payments/contracts/payment-contract.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { type PageForms, waitedOf } from '../../shared/payments/pages/payment-forms.ts';
import { voucherComplaint, voucherMissing } from '../../shared/payments/pages/voucher-complaint.ts';
import {
  openProviders,
  type PagePayment,
  payInPortal,
} from '../../shared/payments/usecases/pay-in-portal.ts';
import { approveCall } from '../../shared/service/handlers/key-acts.ts';
import { applicationsPage } from '../../shared/service/pages/applications-page.ts';
import { keyApprovalPage } from '../../shared/service/pages/key-approval-page.ts';
import { decideApprovalOnPage, showApproval } from '../../shared/service/routes/portal.ts';
import { readApplicationsOf } from '../../shared/service/usecases/read-applications-of.ts';
import { applicationsBeingPaid } from '../../shared/service/usecases/read-own-invoices.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';
import { newFormId } from '../../shared/web/http/request-effect.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';

type Deps = FilingDeps & PaymentDeps;
type Paying = PortalRequest<typeof routes.payApplicationOnPage>;

const list: PortalRun<typeof routes.showApplications, Deps> = async (
  { query, person, csrfToken },
  deps,
) => {
  const viewer = { ...person, csrfToken: csrfToken() };
  const own = await readApplicationsOf(person, deps);
  const paying = await applicationsBeingPaid(own.applications, deps);
  return page(200, applicationsPage(deps, viewer, { ...own, paying, deleted: deletedOf(query) }));
};

/** What the list says about a draft that is gone; null if nothing. */
function deletedOf({ deleted }: { readonly deleted?: string | undefined }) {
  if (deleted === undefined) return null;
  return deleted === 'paid' ? 'paid' : 'draft';
}

const show: PortalRun<typeof routes.showApplication, Deps> = async (request, deps) => {
  try {
    return page(200, await shownTo(request, { waited: waitedOf(request.query) }, deps));
  } catch (error) {
    // A checkout leads back here, also if the draft was deleted while it was open.
    const isGone = error instanceof ApiError && error.status === 404;
    if (!isGone || request.query.success === undefined) throw error;
    return redirect(href(deps, `${applicationsPath}?deleted=paid`));
  }
};

const pay: PortalRun<typeof routes.payApplicationOnPage, Deps> = async (request, deps) => {
  const { params, body, person } = request;
  const path = applicationPath(params.applicationId);
  if (!body.ok) {
    // The page shows the payment again if the form had no valid action.
    if (body.errors['voucherCode'] === undefined) return redirect(href(deps, path));
    return refused(request, voucherMissing(deps, false), deps);
  }
  const { act, voucherCode, provider = openProviders(deps)[0] } = body.data;
  if (act === 'voucher' && voucherCode.trim() === '') {
    return refused(request, voucherMissing(deps, true), deps);
  }
  const payer = { kind: 'person', personId: person.id } as const;
  const payment: PagePayment = {
    type: 'legal_entity_application',
    purchase: ownApplication(params.applicationId, payer, deps),
    path,
    email: person.email,
    effect: null,
    complaint: (error) => voucherComplaint(error, deps),
    // It was paid at the same moment, or by the first of two clicks; with `details`, the form
    // itself was invalid.
    explains: ({ status, extras }) => status === 400 && extras.details === undefined,
  };
  const outcome = await payInPortal(payment, { act, provider, voucherCode }, deps);
  return outcome.kind === 'refused' ? refused(request, outcome, deps) : redirect(outcome.url);
};

const end: PortalRun<typeof routes.endApplicationOnPage, Deps> = async (request, deps) => {
  const { params, body, person } = request;
  const path = applicationPath(params.applicationId);
  // The page explains why nothing changed.
  if (!body.ok) return redirect(href(deps, path));
  const { act } = body.data;
  const outcome = await endApplication(params.applicationId, act, person.id, deps);
  const isGone = act === 'delete' && outcome === 'ended';
  return redirect(href(deps, isGone ? `${applicationsPath}?deleted=yes` : path));
};

async function refused(
  request: Paying,
  { status, text }: PageComplaint,
  deps: Deps,
): Promise<RawResponse> {
  const { voucherCode } = request.body.values;
  const errors = { voucherCode: text };
  const sent = typeof voucherCode === 'string' ? voucherCode : '';
  return page(status, await shownTo(request, { voucherCode: sent, errors }, deps));
}

async function shownTo(
  request: PortalRequest<typeof routes.showApplication> | Paying,
  forms: Omit<PageForms, 'formId' | 'providers'>,
  deps: Deps,
) {
  const { params, person, csrfToken } = request;
  const facts = await readApplicationPage(params.applicationId, person.id, deps);
  const viewer = { ...person, csrfToken: csrfToken() };
  const ways = { formId: newFormId(deps), providers: openProviders(deps) };
  return applicationPage(deps, viewer, facts, { ...ways, ...forms });
}

const showAsked: PortalRun<typeof showApproval> = async (request, deps) =>
  page(200, await askedShownTo(request, null, deps));

const decideAsked: PortalRun<typeof decideApprovalOnPage> = async (request, deps) => {
  const { params, body, person } = request;
  const { approvalId: id } = params;
  const actor = personActor(person.id);
  const toPage = redirect(href(deps, keyApprovalPath(id)));
  if (!body.ok) return toPage;
  if (body.data.act === 'decline') {
    await declineCall(id, person.id, actor, deps);
    return toPage;
  }
  const { obstacle } = await approveCall(id, person.id, actor, request, deps);
  return obstacle === null ? toPage : page(409, await askedShownTo(request, obstacle, deps));
};

async function askedShownTo(
  { params, person, csrfToken }: PortalRequest<typeof showApproval | typeof decideApprovalOnPage>,
  obstacle: ApiError | null,
  deps: ServiceDeps,
) {
  const { approval, call } = await readOwnApproval(params.approvalId, person.id, deps);
  const key = await readOwnKey(person.id, approval.keyId, deps);
  return keyApprovalPage(
    deps,
    { ...person, csrfToken: csrfToken() },
    {
      approval,
      about: call?.entityName ?? null,
      keyName: keyName(key, deps),
      obstacle: obstacle && { code: obstacle.extras.code ?? null, message: obstacle.message },
      now: deps.now().toISOString(),
    },
  );
}

export const rows: readonly Operation<Deps>[] = [
  pageOperation(routes.showApplications, list, signedIn()),
  pageOperation(routes.showApplication, show, signedIn()),
  pageOperation(routes.payApplicationOnPage, pay, signedIn()),
  pageOperation(routes.endApplicationOnPage, end, signedIn()),
  pageOperation(showApproval, showAsked, signedIn()),
  pageOperation(decideApprovalOnPage, decideAsked, signedIn()),
];

export const handler = pageFunction(rows, () => ({ ...filingDeps(), ...paymentDeps() }));
