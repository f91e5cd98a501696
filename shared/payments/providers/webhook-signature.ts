import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header that carries a webhook's signature, in lower case. */
export const signatureHeader = 'registry-signature';

/** How far the time of a signature may be from ours, in seconds. */
const tolerance = 300;

/** `t=<Unix seconds>,v1=<hexadecimal HMAC-SHA256 of "<t>.<body>">`. */
export function signWebhook(secret: string, at: Date, rawBody: Uint8Array): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, rawBody).toString('hex')}`;
}

/**
 * Whether the header signs exactly this body with one of the secrets, within five minutes of now. Several
 * secrets, and several `v1`, are for the time in which a secret is replaced.
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
