import { createHmac } from 'node:crypto';

/** How often nonces change, in milliseconds; the one before is taken, too. */
const nonceWindow = 300_000;

/**
 * What proofs of clients have to repeat at this moment (RFC 9449, sections 8 and 9): the newest one first. They last five to ten
 * minutes. `secret` is what nobody outside knows.
 */
export function noncesOf(secret: string, now: Date): readonly [string, string] {
  const window = Math.floor(now.getTime() / nonceWindow);
  const nonce = (each: number) =>
    createHmac('sha256', secret).update(`dpop nonce ${each}`).digest('base64url').slice(0, 22);
  return [nonce(window), nonce(window - 1)];
}
