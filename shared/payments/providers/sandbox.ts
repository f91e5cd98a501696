import { createHmac } from 'node:crypto';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import type { PaymentResult } from '../../kernel/domain/payment.ts';
import {
  findSandboxPayment,
  newSandboxPaymentWrite,
  type StoredSandboxPayment,
  sandboxPaymentsOf,
} from '../db/sandbox-payments.ts';
import type { FoundPayment, PaymentProviderName } from '../domain/payment.ts';
import { type PaymentProvider, paymentKey } from './provider.ts';
import { readSignedWebhook, signatureHeader, signWebhook } from './signed-webhook.ts';

/** The settings of a sandbox, whose test payments are signed with this secret. */
export interface Sandbox {
  readonly secret: string;
}

/** The secret with which the sandbox signs for this provider, so that no provider can sign for another. */
export function sandboxSecret({ secret }: Sandbox, provider: PaymentProviderName): string {
  return createHmac('sha256', secret).update(`webhook ${provider}`).digest('hex');
}

/** A test provider with its own hosted page, which behaves like a real one. */
export function sandboxProvider(
  name: PaymentProviderName,
  sandbox: Sandbox,
  { table, baseUrl, now }: Pick<ServiceDeps, 'table' | 'baseUrl' | 'now'>,
): PaymentProvider {
  const idOf = (idempotencyKey: string) =>
    createHmac('sha256', sandbox.secret)
      .update(`payment ${name} ${idempotencyKey}`)
      .digest('base64url');
  return {
    origins: [],
    async startPayment({ idempotencyKey, email: _, ...order }) {
      const paymentId = idOf(idempotencyKey);
      // Refused if it was already started, which is fine.
      await transact(table, {
        payment: newSandboxPaymentWrite({
          ...order,
          paymentId,
          provider: name,
          statusId: 'open',
          paidAt: null,
          createdAt: now().toISOString(),
          version: 1,
        }),
      });
      return { paymentId, redirectUrl: `${baseUrl}/sandbox/payments/${paymentId}` };
    },
    verifyWebhook: async (delivery) => readSignedWebhook([sandboxSecret(sandbox, name)], delivery),
    async findPayment(reference) {
      const found: FoundPayment[] = [];
      // A session numbers its payments and starts them in sequence.
      for (let attempt = 1; ; attempt += 1) {
        const payment = await findSandboxPayment(table, idOf(paymentKey(reference, attempt)));
        if (payment === null) return found;
        const { paymentId, statusId, amountCents, currency } = payment;
        const result = statusId === 'open' ? 'pending' : statusId;
        found.push({ paymentId, result, reference, amountCents, currency });
      }
    },
    async readStatement(day) {
      // Test payments are never refunded.
      const payments = await sandboxPaymentsOf(table, name, day);
      const entries = payments.map(({ paymentId, reference, amountCents, currency }) => ({
        id: paymentId,
        kind: 'payment' as const,
        paymentId,
        reference,
        amountCents,
        currency,
      }));
      return { entries, next: null };
    },
  };
}

/** How long to wait for the service to accept a notification, in milliseconds. */
const timeoutMs = 5_000;

/**
 * Sends the result of a sandbox payment to the service's own webhook, as a provider would. `eventId` is the same for
 * each attempt. Throws unless the notification was accepted.
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
