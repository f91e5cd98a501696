import { decodeProtectedHeader } from 'jose/decode/protected_header';
import type { RequestObjectJwk } from '../domain/request-object-key.ts';

const keyTypes: Readonly<Record<string, RequestObjectJwk['kty']>> = { PS256: 'RSA', ES256: 'EC' };

/** The keys that can have signed the token, with its algorithm; none for anything but a token. */
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
