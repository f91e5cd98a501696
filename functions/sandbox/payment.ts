import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { type SandboxDeps, sandboxDeps } from '../../shared/payments/deps/payment-deps.ts';
import { sandboxPage } from '../../shared/payments/pages/checkout-sandbox-page.ts';
import {
  decideSandboxPayment,
  showSandboxPayment,
} from '../../shared/payments/routes/checkout-routes.ts';
import { payInSandbox, readSandboxPayment } from '../../shared/payments/usecases/pay-in-sandbox.ts';
import { cspSource, page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

const show: PageRun<typeof showSandboxPayment, SandboxDeps> = ({ params, csrfToken }, deps) =>
  present(params.paymentId, csrfToken(), {}, deps);

const decide: PageRun<typeof decideSandboxPayment, SandboxDeps> = async (request, deps) => {
  const { params, body, csrfToken } = request;
  const { paymentId } = params;
  if (!body.ok) return present(paymentId, csrfToken(), body.errors, deps);
  const { statusId, returnUrl, cancelUrl } = await payInSandbox(
    paymentId,
    body.data.decision,
    deps,
  );
  if (statusId === 'succeeded') return redirect(returnUrl);
  return redirect(
    statusId === 'cancelled' ? cancelUrl : href(deps, `/sandbox/payments/${paymentId}`),
  );
};

async function present(
  paymentId: string,
  csrfToken: string,
  errors: FormErrors,
  deps: SandboxDeps,
): Promise<RawResponse> {
  const payment = await readSandboxPayment(paymentId, deps);
  const content = sandboxPage(deps, { payment, csrfToken, errors });
  return page(Object.keys(errors).length === 0 ? 200 : 400, content, {
    formAction: [...new Set([payment.returnUrl, payment.cancelUrl].map(cspSource))],
  });
}

export const rows: readonly Operation<SandboxDeps>[] = [
  pageOperation(showSandboxPayment, show),
  pageOperation(decideSandboxPayment, decide),
];

export const handler = pageFunction(rows, sandboxDeps);
