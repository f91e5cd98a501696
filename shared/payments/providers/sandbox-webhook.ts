import type { PaymentResult } from '../../kernel/domain/payment.ts';
import type { StoredSandboxPayment } from '../db/sandbox-payments.ts';
import { type Sandbox, sandboxSecret } from './sandbox.ts';
import { signatureHeader, signWebhook } from './webhook-signature.ts';

/** How long the service has to accept a report, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Reports what became of a sandbox payment to the service's own webhook, as a provider would. `eventId` is the
 * same for every try. Throws unless the report was accepted.
 */
export async function sendSandboxWebhook(
  payment: StoredSandboxPayment,
  result: PaymentResult,
  {
    eventId,
    sandbox,
    baseUrl,
    now,
  }: { eventId: string; sandbox: Sandbox; baseUrl: string; now: Date },
): Promise<void> {
  const { provider, paymentId, reference, amountCents, currency } = payment;
  const body = Buffer.from(
    JSON.stringify({
      id: eventId,
      type: `payment.${result}`,
      data: { paymentId, reference, amountCents, currency },
    }),
  );
  const { ok, status } = await fetch(`${baseUrl}/webhooks/payments/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signWebhook(sandboxSecret(sandbox, provider), now, body),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!ok) throw new Error(`the webhook of ${provider} answered ${status}`);
}
