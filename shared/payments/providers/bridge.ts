import * as z from 'zod/mini';
import { paymentResults } from '../../kernel/domain/payment.ts';
import type { PaymentProvider } from './provider.ts';
import { readSignedWebhook, signatureHeader, signWebhook } from './signed-webhook.ts';

/** How long to wait for a bridge to start a payment, in milliseconds. */
const timeoutMs = 8_000;

/** The address of a bridge, and the origins of its payment pages. */
export const BridgeSettings = z.object({
  adapter: z.literal('bridge'),
  /** URL to start payments. HTTPS only. */
  url: z.url({ protocol: /^https$/ }),
  /** URL to query payments; absent if not supported. HTTPS only. */
  lookupUrl: z.optional(z.url({ protocol: /^https$/ })),
  /** URL to read daily statements; absent if not supported. HTTPS only. */
  statementUrl: z.optional(z.url({ protocol: /^https$/ })),
  /** Origins of the payment pages to which it may send payers. */
  pages: z.array(z.url({ protocol: /^https$/ })).check(z.minLength(1)),
  /** Name or ARN of the secret with which both sides sign. */
  secretId: z.string().check(z.minLength(1)),
});
export type BridgeSettings = z.output<typeof BridgeSettings>;

const PaymentId = z.string().check(z.minLength(1), z.maxLength(255));

const Started = z.object({ paymentId: PaymentId, redirectUrl: z.url() });

const Money = {
  paymentId: PaymentId,
  amountCents: z.int().check(z.gte(0)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
};

const Found = z.object({
  payments: z.array(z.object({ ...Money, status: z.enum(paymentResults) })).check(z.maxLength(100)),
});

const Statement = z.object({
  entries: z
    .array(
      z.object({
        ...Money,
        id: z.string().check(z.minLength(1), z.maxLength(255)),
        kind: z.enum(['payment', 'refund', 'chargeback']),
        reference: z._default(z.string().check(z.maxLength(255)), ''),
      }),
    )
    .check(z.maxLength(1_000)),
  next: z.nullable(z.string().check(z.maxLength(1_000))),
});

/**
 * A provider behind a service that the operator runs, which uses the provider's own library and a signed format for
 * this service. `secrets` are read again when needed; the first one signs.
 */
export function bridgeProvider(
  { url, lookupUrl, statementUrl, pages }: BridgeSettings,
  secrets: () => Promise<readonly string[]>,
  now: () => Date,
): PaymentProvider {
  const origins = new Set(pages.map((page) => new URL(page).origin));
  /** Sends a signed request and returns the JSON of the answer. */
  async function post(to: string, content: object, headers: Readonly<Record<string, string>> = {}) {
    const [secret] = await secrets();
    if (secret === undefined) throw new Error('the payment bridge has no secret');
    const body = Buffer.from(JSON.stringify(content));
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...headers,
        [signatureHeader]: signWebhook(secret, now(), body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the payment bridge answered ${response.status}`);
    const answer: unknown = await response.json();
    return answer;
  }
  return {
    origins: [...origins],
    async startPayment(order) {
      const answer = await post(url, order, { 'idempotency-key': order.idempotencyKey });
      const started = z.safeParse(Started, answer);
      if (!started.success || !origins.has(new URL(started.data.redirectUrl).origin)) {
        throw new Error('the payment bridge answered something else than a page to pay on');
      }
      return started.data;
    },
    verifyWebhook: async (delivery) => readSignedWebhook(await secrets(), delivery),
    findPayment:
      lookupUrl === undefined
        ? null
        : async (reference) => {
            const found = z.safeParse(Found, await post(lookupUrl, { reference }));
            if (!found.success) {
              throw new Error('the payment bridge answered something else than payments');
            }
            return found.data.payments.map(({ status: result, ...payment }) => ({
              ...payment,
              result,
              reference,
            }));
          },
    readStatement:
      statementUrl === undefined
        ? null
        : async (day, cursor) => {
            const page = z.safeParse(Statement, await post(statementUrl, { day, cursor }));
            if (!page.success) {
              throw new Error('the payment bridge answered something else than a statement');
            }
            return page.data;
          },
  };
}
