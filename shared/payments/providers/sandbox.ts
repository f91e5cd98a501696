import { createHmac } from 'node:crypto';
import { transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { newSandboxPaymentWrite } from '../db/sandbox-payments.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { PaymentProvider } from './provider.ts';
import { readSignedWebhook } from './signed-webhook.ts';

/** What makes a deployment's sandbox: payments with play money, signed with this secret. */
export interface Sandbox {
  readonly secret: string;
}

/** The secret with which the sandbox signs as this provider: no provider can sign for another. */
export function sandboxSecret({ secret }: Sandbox, provider: PaymentProviderName): string {
  return createHmac('sha256', secret).update(`webhook ${provider}`).digest('hex');
}

/** A provider with a hosted page of its own and play money; it behaves like a real one. */
export function sandboxProvider(
  name: PaymentProviderName,
  sandbox: Sandbox,
  { table, baseUrl, now }: Pick<ServiceDeps, 'table' | 'baseUrl' | 'now'>,
): PaymentProvider {
  return {
    origins: [],
    async startPayment({ idempotencyKey, email: _, ...order }) {
      const paymentId = createHmac('sha256', sandbox.secret)
        .update(`payment ${name} ${idempotencyKey}`)
        .digest('base64url');
      // Refused when it was started before, which is fine.
      await transact(table, {
        payment: newSandboxPaymentWrite({
          ...order,
          paymentId,
          provider: name,
          statusId: 'open',
          createdAt: now().toISOString(),
          version: 1,
        }),
      });
      return { paymentId, redirectUrl: `${baseUrl}/sandbox/payments/${paymentId}` };
    },
    verifyWebhook: async (delivery) => readSignedWebhook([sandboxSecret(sandbox, name)], delivery),
  };
}
