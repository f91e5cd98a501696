import { type FilingDeps, filingDeps } from '../../shared/documents/deps/filing.ts';
import { applicationPath } from '../../shared/incorporation/contracts/portal-application.ts';
import { applicationPage } from '../../shared/incorporation/pages/application-page.ts';
import { voucherMissing, voucherProblem } from '../../shared/incorporation/pages/payment-part.ts';
import * as routes from '../../shared/incorporation/routes/portal-applications.ts';
import { applicationInPortal } from '../../shared/incorporation/usecases/pay-in-portal.ts';
import { readApplicationPage } from '../../shared/incorporation/usecases/read-application-page.ts';
import { ApiError } from '../../shared/kernel/api-error.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import type { FieldErrors } from '../../shared/kernel/pages/form.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { paymentProviders } from '../../shared/payments/domain/payment.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/payment-deps.ts';
import { payByVoucher } from '../../shared/payments/usecases/pay-by-voucher.ts';
import { startCheckout } from '../../shared/payments/usecases/start-checkout.ts';
import { applicationsPage } from '../../shared/service/pages/applications-page.ts';
import { readApplicationsOf } from '../../shared/service/usecases/read-applications-of.ts';
import type { Operation } from '../../shared/web/operations.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import {
  type PortalRequest,
  type PortalRun,
  portalOperation,
} from '../../shared/web/portal-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';

type Deps = FilingDeps & PaymentDeps;
type Paying = PortalRequest<typeof routes.payApplicationOnPage>;

const list: PortalRun<typeof routes.showApplications, Deps> = async (
  { person, csrfToken },
  deps,
) => {
  const reader = { ...person, csrfToken: csrfToken() };
  return page(200, applicationsPage(deps, reader, await readApplicationsOf(person, deps)));
};

const show: PortalRun<typeof routes.showApplication, Deps> = async (request, deps) =>
  page(200, await shownTo(request, { hasPaid: request.query.success === 'true' }, deps));

const pay: PortalRun<typeof routes.payApplicationOnPage, Deps> = async (request, deps) => {
  const { params, body, person } = request;
  if (!body.ok) return refused(request, 400, voucherProblem(undefined, deps), deps);
  const { act, voucherCode, provider } = body.data;
  if (act === 'voucher' && voucherCode.trim() === '') {
    return refused(request, 400, voucherMissing(deps), deps);
  }
  const back = href(deps, applicationPath(params.applicationId));
  const subject = applicationInPortal(params.applicationId, person.id, deps);
  try {
    if (act === 'voucher') {
      const payment = { code: voucherCode, voucherWord: 'Voucher', effect: null } as const;
      await payByVoucher(subject, payment, deps);
      return redirect(back);
    }
    const chosen = provider ?? providersOf(deps)[0];
    if (chosen === undefined) return redirect(back);
    const redirectUrl = deps.baseUrl + applicationPath(params.applicationId);
    const wish = { provider: chosen, redirectUrl, email: person.email };
    const { url } = await startCheckout('legal_entity_application', subject, wish, deps);
    return redirect(url);
  } catch (error) {
    return settledBefore(error) ? redirect(back) : notPaid(error, request, deps);
  }
};

/** The page shows how the application stands: it was paid at the same moment, or by the first of two clicks. */
function settledBefore(error: unknown): boolean {
  return error instanceof ApiError && settled.has(error.message);
}

const settled: ReadonlySet<string> = new Set([
  apiErrors.applicationNotDraft().message,
  apiErrors.applicationInvoicePaid().message,
  apiErrors.applicationInvoiceNotOpen().message,
]);

function notPaid(error: unknown, request: Paying, deps: Deps): Promise<RawResponse> {
  if (error instanceof ApiError && error.status === 429) {
    return refused(request, 429, voucherProblem('tooMany', deps), deps);
  }
  const code = error instanceof ApiError ? error.extras.code : undefined;
  if (code === undefined || !code.startsWith('voucher_')) throw error;
  return refused(request, 400, voucherProblem(code, deps), deps);
}

async function refused(
  request: Paying,
  status: 400 | 429,
  complaint: string,
  deps: Deps,
): Promise<RawResponse> {
  const { voucherCode } = request.body.values;
  const errors = { voucherCode: complaint };
  const sent = typeof voucherCode === 'string' ? voucherCode : '';
  return page(status, await shownTo(request, { voucherCode: sent, errors }, deps));
}

async function shownTo(
  request: PortalRequest<typeof routes.showApplication> | Paying,
  said: {
    readonly hasPaid?: boolean;
    readonly voucherCode?: string;
    readonly errors?: FieldErrors;
  },
  deps: Deps,
) {
  const { params, person, csrfToken } = request;
  const facts = await readApplicationPage(params.applicationId, person.id, deps);
  const reader = { ...person, csrfToken: csrfToken() };
  return applicationPage(deps, reader, { ...facts, providers: providersOf(deps), ...said });
}

/** With which a checkout can be opened here. */
function providersOf({ payments }: Deps) {
  return paymentProviders.filter((name) => payments.provider(name) !== null);
}

export const rows: readonly Operation<Deps>[] = [
  portalOperation(routes.showApplications, list),
  portalOperation(routes.showApplication, show),
  portalOperation(routes.payApplicationOnPage, pay),
];

export const handler = pageFunction(rows, () => ({ ...filingDeps(), ...paymentDeps() }));
