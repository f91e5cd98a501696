import { type PaymentDeps, paymentDeps } from '../../shared/deps/payments.ts';
import type { FormErrors } from '../../shared/http/form.ts';
import { operations } from '../../shared/http/operations.ts';
import { formActionSource, page, redirect } from '../../shared/http/page.ts';
import { type PageRun, pageOperation } from '../../shared/http/page-endpoint.ts';
import type { RawResponse } from '../../shared/http/request.ts';
import { checkoutPage } from '../../shared/pages/checkout-page.ts';
import { href } from '../../shared/pages/site.ts';
import { decideCheckout, showCheckout } from '../../shared/routes/checkout.ts';
import { cancelCheckout } from '../../shared/usecases/cancel-checkout.ts';
import { readCheckout } from '../../shared/usecases/read-checkout.ts';
import { startPayment } from '../../shared/usecases/start-payment.ts';

const show: PageRun<typeof showCheckout, PaymentDeps> = ({ params, csrfToken }, deps) =>
  present(params.sessionId, csrfToken(), {}, deps);

const decide: PageRun<typeof decideCheckout, PaymentDeps> = async (request, deps) => {
  const { params, body, csrfToken } = request;
  const { sessionId } = params;
  if (!body.ok) return present(sessionId, csrfToken(), body.errors, deps);
  const act = body.data.decision === 'pay' ? startPayment : cancelCheckout;
  // Where nothing can be paid or cancelled any more, the page says why.
  return redirect((await act(sessionId, deps)) ?? href(deps, `/checkout/${sessionId}`));
};

async function present(
  sessionId: string,
  csrfToken: string,
  errors: FormErrors,
  deps: PaymentDeps,
): Promise<RawResponse> {
  const { session, words, invoice, status } = await readCheckout(sessionId, deps);
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
    formAction: [redirectUrl, ...hosted].map(formActionSource),
  });
}

const rows = [pageOperation(showCheckout, show), pageOperation(decideCheckout, decide)];

export const handler = operations(rows, paymentDeps);
