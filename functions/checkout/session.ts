import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import { checkoutPage } from '../../shared/payments/pages/checkout-page.ts';
import { decideCheckout, showCheckout } from '../../shared/payments/routes/checkout-routes.ts';
import {
  cancelCheckout,
  readCheckout,
  startPayment,
} from '../../shared/payments/usecases/checkout.ts';
import { paymentSubjects } from '../../shared/service/usecases/confirm-payment.ts';
import { cspSource, page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

const show: PageRun<typeof showCheckout, PaymentDeps> = ({ params, csrfToken }, deps) =>
  present(params.sessionId, csrfToken(), {}, deps);

const decide: PageRun<typeof decideCheckout, PaymentDeps> = async (request, deps) => {
  const { params, body, csrfToken } = request;
  const { sessionId } = params;
  if (!body.ok) return present(sessionId, csrfToken(), body.errors, deps);
  const act = body.data.decision === 'pay' ? startPayment : cancelCheckout;
  // If the session can no longer be paid or cancelled, the page explains why.
  return redirect(
    (await act(sessionId, paymentSubjects, deps)) ?? href(deps, `/checkout/${sessionId}`),
  );
};

async function present(
  sessionId: string,
  csrfToken: string,
  errors: FormErrors,
  deps: PaymentDeps,
): Promise<RawResponse> {
  const { session, words, invoice, status } = await readCheckout(
    sessionId,
    paymentSubjects,
    deps,
    deps,
  );
  const { provider, redirectUrl, expiresAt } = session;
  const content = checkoutPage(deps, {
    status,
    provider,
    redirectUrl,
    expiresAt,
    words,
    invoice,
    csrfToken,
    errors,
  });
  const hosted = deps.payments.provider(provider)?.origins ?? [];
  return page(Object.keys(errors).length === 0 ? 200 : 400, content, {
    formAction: [redirectUrl, ...hosted].map(cspSource),
  });
}

export const rows: readonly Operation<PaymentDeps>[] = [
  pageOperation(showCheckout, show),
  pageOperation(decideCheckout, decide),
];

export const handler = pageFunction(rows, paymentDeps);
