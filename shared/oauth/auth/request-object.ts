import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import { type RequestObjectJwk, requestObjectAlgorithms } from '../domain/client-keys.ts';
import { keysFor } from './client-keys.ts';

/**
 * Types of a request object. Its own is only recommended (RFC 9101, section 10.8), so tokens without one are accepted. Any other type
 * is another kind of token.
 */
const types: ReadonlySet<string | undefined> = new Set([
  'oauth-authz-req+jwt',
  'application/oauth-authz-req+jwt',
  'jwt',
  undefined,
]);

/** How far off a client's clock may be, in seconds. */
const clockTolerance = 30;

/** The signer, the audience and the current time. */
export interface RequestObjectContext {
  readonly clientId: string;
  readonly keys: readonly RequestObjectJwk[];
  /** The provider's own address. */
  readonly issuer: string;
  now(): Date;
}

/**
 * The parameters of a signed authorization request (RFC 9101), as its claims; null for one that is not signed
 * by a key of the client, is not for this provider, has expired, or is another kind of token (`typ`).
 *
 * Keys named in the token's header are ignored, and nothing is fetched.
 */
export async function openRequestObject(
  token: string,
  { clientId, keys, issuer, now }: RequestObjectContext,
): Promise<Readonly<Record<string, unknown>> | null> {
  for (const { key, alg } of keysFor(token, keys)) {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        await importJWK({ ...key }, alg),
        {
          algorithms: [...requestObjectAlgorithms],
          issuer: clientId,
          audience: issuer,
          requiredClaims: ['exp'],
          currentDate: now(),
          clockTolerance,
        },
      );
      if (!types.has(protectedHeader.typ?.toLowerCase())) return null;
      // An assertion by which the client authenticates itself elsewhere (RFC 9101, section 10.8).
      return payload.sub === clientId ? null : payload;
    } catch (error) {
      if (!(error instanceof JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return null;
}
