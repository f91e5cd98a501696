import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { type PaymentDeps, paymentDeps } from '../../shared/payments/deps/payment-deps.ts';
import * as paymentErrors from '../../shared/payments/errors/payment-errors.ts';
import { receivePaymentWebhook } from '../../shared/payments/routes/checkout-routes.ts';
import { receivePaymentEvent } from '../../shared/service/usecases/confirm-payment.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof receivePaymentWebhook, PaymentDeps> = async (request, deps) => {
  const { params, body, header } = request;
  const provider = deps.payments.provider(params.provider);
  if (provider === null) throw paymentErrors.paymentProviderNotFound();
  const verdict = await provider.verifyWebhook({ header, rawBody: body, now: deps.now() });
  if (!verdict.ok) {
    throw verdict.reason === 'signature'
      ? paymentErrors.invalidWebhookSignature()
      : apiErrors.invalidField([], 'The body is not a payment notification');
  }
  const { event } = verdict;
  const outcome =
    event === null ? 'ignored' : await receivePaymentEvent(params.provider, event, deps);
  return { received: true, outcome };
};

export const rows: readonly Operation<PaymentDeps>[] = [operation(receivePaymentWebhook, run)];

export const handler = operations(rows, paymentDeps);
