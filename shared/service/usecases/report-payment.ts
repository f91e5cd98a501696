import type { Consumer, EventOf } from '../../outbox/consumer.ts';
import type { SandboxDeps } from '../../payments/sandbox-deps.ts';
import { reportSandboxPayment } from '../../payments/usecases/report-sandbox-payment.ts';

/** Reports a payment with play money. The receiver knows the report by its event's id: repeated, it has no effect. */
export const reportPayment: Consumer<EventOf<'sandbox_webhook.wanted'>, SandboxDeps> = (
  { id, event },
  deps,
) => reportSandboxPayment(event.paymentId, event.result, deps, id);
