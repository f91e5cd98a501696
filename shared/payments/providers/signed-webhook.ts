import * as z from 'zod/mini';
import { paymentResults } from '../../kernel/domain/payment.ts';
import { PaymentWebhook } from '../contracts/checkout-contract.ts';
import type { ReceivedWebhook, WebhookVerdict } from './provider.ts';
import { isSignedBy, signatureHeader } from './webhook-signature.ts';

const Kind = z.object({ type: z.string() });

/**
 * Reads a report in the service's own format, which the sandbox and the bridge speak. The signature comes
 * first: nothing of an unsigned body is looked at.
 */
export function readSignedWebhook(
  secrets: readonly string[],
  { header, rawBody, now }: ReceivedWebhook,
): WebhookVerdict {
  if (!isSignedBy(secrets, header(signatureHeader), rawBody, now)) {
    return { ok: false, reason: 'signature' };
  }
  const content = parseJson(rawBody);
  const kind = z.safeParse(Kind, content);
  if (!kind.success) return { ok: false, reason: 'malformed' };
  const result = paymentResults.find((name) => kind.data.type === `payment.${name}`);
  if (result === undefined) return { ok: true, event: null };
  const webhook = z.safeParse(PaymentWebhook, content);
  if (!webhook.success) return { ok: false, reason: 'malformed' };
  const { id, data } = webhook.data;
  return { ok: true, event: { id, result, ...data } };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
