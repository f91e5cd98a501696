import type { FormErrors } from '../../shared/kernel/http/form.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { checkoutPage } from '../../shared/payments/checkout-page.ts';
import { decideCheckout, showCheckout } from '../../shared/payments/checkout-routes.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/payment-deps.ts';
import { cancelCheckout } from '../../shared/payments/usecases/cancel-checkout.ts';
import { readCheckout } from '../../shared/payments/usecases/read-checkout.ts';
import { startPayment } from '../../shared/payments/usecases/start-payment.ts';
import { paymentSubjects } from '../../shared/service/payment-subjects.ts';
import type { Operation } from '../../shared/web/operations.ts';
import { cspSource, page, redirect } from '../../shared/web/page.ts';
import { type PageRun, pageOperation } from '../../shared/web/page-endpoint.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import type { RawResponse } from '../../shared/web/request.ts';

const show: PageRun<typeof showCheckout, PaymentDeps> = ({ params, csrfToken }, deps) =>
  present(params.sessionId, csrfToken(), {}, deps);

const decide: PageRun<typeof decideCheckout, PaymentDeps> = async (request, deps) => {
  const { params, body, csrfToken } = request;
  const { sessionId } = params;
  if (!body.ok) return present(sessionId, csrfToken(), body.errors, deps);
  const act = body.data.decision === 'pay' ? startPayment : cancelCheckout;
  // Where nothing can be paid or cancelled any more, the page says why.
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
