import { X509Certificate } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import * as z from 'zod/mini';
import { chainFault, isAnchored } from '../../kernel/auth/certificate-chain.ts';
import type { RequestObjectJwk } from '../domain/client-keys.ts';

const keyTypes: Readonly<Record<string, RequestObjectJwk['kty']>> = { PS256: 'RSA', ES256: 'EC' };

/** The keys that may have signed the token, with its algorithm; empty if it is not a token. */
export function keysFor(
  token: string,
  keys: readonly RequestObjectJwk[],
): readonly { readonly key: RequestObjectJwk; readonly alg: string }[] {
  try {
    const { alg = '', kid } = decodeProtectedHeader(token);
    return keys
      .filter(
        (key) =>
          key.kty === keyTypes[alg] &&
          (kid === undefined || key.kid === undefined || key.kid === kid),
      )
      .map((key) => ({ key, alg }));
  } catch {
    return [];
  }
}

/** Longer texts are refused, in characters. */
const maxLength = 65_536;

const Header = z.object({
  alg: z.literal('ES256'),
  x5c: z
    .array(z.string().check(z.maxLength(4_096), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)))
    .check(z.minLength(1), z.maxLength(4)),
});

/**
 * The key of the first certificate in a token's `x5c` (RFC 7515, section 4.1.6), if its chain leads
 * to one of `anchors` (PEM). Null for a chain that HAIP 1.0 refuses (sections 4.4.1 and 4.5.1):
 * from another authority, outside its validity period, with a self-signed certificate or an anchor
 * in it, malformed, longer than four, or with a key that is not for ES256. This does not check that
 * the key has signed the token.
 */
export function certifiedKey(
  token: string,
  anchors: readonly string[],
  now: Date,
): RequestObjectJwk | null {
  if (anchors.length === 0 || token.length > maxLength) return null;
  try {
    const chain = chainOf(token);
    const trusted = anchors.map((anchor) => new X509Certificate(anchor));
    if (chainFault(chain) !== null || !isAnchored(chain, trusted, now)) return null;
    const { x, y } = chain[0]?.publicKey.export({ format: 'jwk' }) ?? {};
    return x === undefined || y === undefined ? null : { kty: 'EC', crv: 'P-256', x, y };
  } catch {
    // The header or certificate is malformed, or the key is of an unknown kind: OpenSSL has many
    // errors for this.
    return null;
  }
}

function chainOf(token: string): readonly X509Certificate[] {
  const { x5c } = z.parse(Header, decodeProtectedHeader(token));
  return x5c.map((text) => {
    const bytes = Buffer.from(text, 'base64');
    const certificate = new X509Certificate(bytes);
    // node:crypto also accepts PEM, and ignores data after the certificate.
    if (!certificate.raw.equals(bytes)) throw new TypeError('no certificate in DER');
    return certificate;
  });
}
