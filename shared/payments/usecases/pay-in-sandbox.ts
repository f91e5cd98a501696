import { transact } from '../../kernel/db/transact.ts';
import type { PaymentResult } from '../../kernel/domain/payment.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import {
  findSandboxPayment,
  type StoredSandboxPayment,
  sandboxPaymentWrite,
} from '../db/sandbox-payments.ts';
import type { SandboxDeps } from '../deps/payment-deps.ts';
import { decideSandboxCommand, type SandboxDecision } from '../domain/sandbox-payment.ts';
import { sendSandboxWebhook } from '../providers/sandbox.ts';

/** A payment of the sandbox. Error: 404 for an unknown one, and for all if there is no sandbox. */
export async function readSandboxPayment(
  paymentId: string,
  { table, sandbox }: SandboxDeps,
): Promise<StoredSandboxPayment> {
  const payment = sandbox === null ? null : await findSandboxPayment(table, paymentId);
  if (payment === null) throw apiErrors.notFound();
  return payment;
}

/**
 * The payment after the payer's choice. The same transaction requests the notification to the service. A final payment
 * stays unchanged and is not reported again.
 */
export function payInSandbox(
  paymentId: string,
  decision: SandboxDecision,
  deps: SandboxDeps,
): Promise<StoredSandboxPayment> {
  return retryOnConflict(async () => {
    const payment = await readSandboxPayment(paymentId, deps);
    const decided = decideSandboxCommand(payment, decision);
    if (!decided.ok) return payment;
    const at = deps.now().toISOString();
    const paidAt = decided.next.statusId === 'succeeded' ? at : null;
    const next = { ...decided.next, paidAt };
    const report = { type: 'sandbox_webhook.requested', paymentId, result: next.statusId } as const;
    const outcome = await transact(deps.table, {
      payment: sandboxPaymentWrite(next),
      report: eventWrite(deps.newId(), at, report),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/**
 * Sends the result of a sandbox payment to the service's own webhook. Throws unless it was accepted, so that it is sent
 * again. Drops the notification if the sandbox has been switched off.
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
