import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import { type RequestObjectJwk, requestObjectAlgorithms } from '../domain/client-keys.ts';
import { keysFor } from './client-keys.ts';

/**
 * Accepted types of a request object. The type is only recommended (RFC 9101, section 10.8), so
 * tokens without one are accepted. Any other type is another kind of token.
 */
const types: ReadonlySet<string | undefined> = new Set([
  'oauth-authz-req+jwt',
  'application/oauth-authz-req+jwt',
  'jwt',
  undefined,
]);

/** The allowed difference of a client's clock, in seconds. */
const clockTolerance = 30;

/** The signer, the audience and the current time. */
export interface RequestObjectContext {
  readonly clientId: string;
  readonly keys: readonly RequestObjectJwk[];
  /** This provider's issuer URL. */
  readonly issuer: string;
  now(): Date;
}

/**
 * The parameters of a signed authorization request (RFC 9101), as its claims. Null unless it is
 * signed with a key of the client, is for this provider, has not expired, and is not another kind
 * of token (`typ`).
 *
 * Keys in the token's header are ignored, and nothing is fetched.
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
      // With a `sub` it is an assertion for client authentication (RFC 9101, section 10.8).
      return payload.sub === clientId ? null : payload;
    } catch (error) {
      if (!(error instanceof JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return null;
}
