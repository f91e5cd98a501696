import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { paymentResults } from '../../kernel/domain/payment.ts';
import { PaymentWebhook } from '../contracts/payment-contract.ts';
import type { ReceivedWebhook, WebhookVerdict } from './provider.ts';

const Kind = z.object({ type: z.string() });

/**
 * Reads a notification in the service's own format, which the sandbox and the bridge use. Verifies the signature first;
 * an unsigned body is never parsed.
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

/** The header with a webhook's signature, in lower case. */
export const signatureHeader = 'registry-signature';

/** The maximum difference between the signature's time and now, in seconds. */
const tolerance = 300;

/** `t=<Unix seconds>,v1=<hexadecimal HMAC-SHA256 of "<t>.<body>">`. */
export function signWebhook(secret: string, at: Date, rawBody: Uint8Array): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, rawBody).toString('hex')}`;
}

/**
 * Whether the header signs exactly this body with one of the secrets, within five minutes of now. Several secrets, and
 * several `v1`, allow a secret to be rotated.
 */
export function isSignedBy(
  secrets: readonly string[],
  signature: string | undefined,
  rawBody: Uint8Array,
  now: Date,
): boolean {
  const parts = (signature ?? '').split(',').map((part) => part.trim());
  const time = /^t=(\d{1,12})$/.exec(parts[0] ?? '')?.[1];
  if (time === undefined) return false;
  const seconds = Number(time);
  if (Math.abs(now.getTime() / 1000 - seconds) > tolerance) return false;
  const given = parts.flatMap((part) => {
    const hex = /^v1=([0-9a-f]{64})$/.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  const expected = secrets.map((secret) => mac(secret, seconds, rawBody));
  return given.some((one) => expected.some((other) => timingSafeEqual(one, other)));
}

function mac(secret: string, seconds: number, rawBody: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest();
}
