import type { PaymentResult } from '../../kernel/domain/payment.ts';
import { findSandboxPayment } from '../db/sandbox-payments.ts';
import type { SandboxDeps } from '../deps/sandbox-deps.ts';
import { sendSandboxWebhook } from '../providers/sandbox-webhook.ts';

/**
 * Reports a sandbox payment to the service's own webhook. Throws unless the report was accepted, so that it is
 * sent again; a report of a sandbox that has been switched off is dropped.
 */
export async function reportSandboxPayment(
  paymentId: string,
  result: PaymentResult,
  { table, sandbox, baseUrl, now }: SandboxDeps,
  eventId: string,
): Promise<void> {
  if (sandbox === null) return;
  const payment = await findSandboxPayment(table, paymentId);
  if (payment === null) return;
  await sendSandboxWebhook(payment, result, { eventId, sandbox, baseUrl, now: now() });
}
