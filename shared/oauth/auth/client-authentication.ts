import { JOSEError } from 'jose/errors';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import { type RequestObjectJwk, requestObjectAlgorithms } from '../domain/client-keys.ts';
import { keysFor } from './client-keys.ts';

/** The required `client_assertion_type` (RFC 7523, section 2.2). */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * The allowed difference of a client's clock, also for how far ahead an assertion may be issued or
 * end, in seconds.
 */
const clockTolerance = 10;
const maxLifetime = 3_600;

/**
 * A proof issued further in the future than this is refused, in seconds (FAPI 2.0 Security Profile,
 * 5.3.2.1).
 */
const ahead = 60;

/** Longer texts are refused, in characters. */
const maxAssertionLength = 8_192;

/**
 * Whether `typ` is that of an assertion: proofs, access tokens and logout tokens can have the same
 * claims.
 */
function isAssertionType(typ: string | undefined): boolean {
  const name = typ?.toLowerCase().replace(/^application\//, '');
  return name === undefined || name === 'jwt' || name === 'client-authentication+jwt';
}

/** The client id in an assertion or attestation, not verified. Null if it is malformed. */
export function assertedClientId(assertion: string): string | null {
  if (assertion.length > 2 * maxAssertionLength) return null;
  try {
    const { sub }: { readonly sub?: unknown } = decodeJwt(assertion);
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/**
 * The id of a client's assertion (`private_key_jwt`, RFC 7523) and its expiry in Unix milliseconds;
 * null unless it is signed with the client's key, addressed to this provider and currently valid.
 *
 * Its audience must be the issuer alone (FAPI 2.0 Security Profile, 5.3.2.1): an assertion for
 * another server, or for several, is refused.
 */
export async function verifyAssertion(
  assertion: string,
  {
    clientId,
    keys,
    issuer,
    now,
  }: {
    readonly clientId: string;
    readonly keys: readonly RequestObjectJwk[];
    readonly issuer: string;
    readonly now: Date;
  },
): Promise<{ readonly jti: string; readonly endsAt: number } | null> {
  if (assertion.length > maxAssertionLength) return null;
  for (const { key, alg } of keysFor(assertion, keys)) {
    try {
      const { payload, protectedHeader } = await jwtVerify(
        assertion,
        await importJWK({ ...key }, alg),
        {
          algorithms: [...requestObjectAlgorithms],
          issuer: clientId,
          subject: clientId,
          audience: issuer,
          requiredClaims: ['exp', 'jti'],
          currentDate: now,
          clockTolerance,
        },
      );
      if (!isAssertionType(protectedHeader.typ)) return null;
      const { aud, jti, exp = 0, iat = 0 } = payload;
      const at = now.getTime() / 1000;
      if (exp - at > maxLifetime || iat - at > ahead) return null;
      if (aud !== issuer || typeof jti !== 'string' || jti.length > 512) return null;
      return { jti, endsAt: (exp + clockTolerance) * 1000 };
    } catch (error) {
      if (!(error instanceof JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return null;
}

/** The headers in which a client instance sends its attestation and its proof. */
export const attestationHeader = 'oauth-client-attestation';
export const attestationPopHeader = 'oauth-client-attestation-pop';

/** A client instance's credentials: its provider's attestation of its key, and a proof of possession. */
export interface ClientAttestation {
  readonly attestation: string;
  readonly pop: string;
}

/** The signature algorithms of client instances' proofs. */
export const attestationPopAlgorithms = ['ES256'] as const;
const popLifetime = 300;

/** Maximum length in characters, including the certificates of `x5c`. Longer texts are refused. */
const maxAttestationLength = 16_384;

const InstanceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.optional(z.never()),
});

const Confirmation = z.object({ jwk: InstanceKey });

/** The accepted keys, the audience and the current time. */
interface Expected {
  readonly clientId: string;
  readonly keys: readonly RequestObjectJwk[];
  readonly issuer: string;
  readonly now: Date;
}

/**
 * The id of the proof, its expiry (Unix milliseconds), and the thumbprint of the instance's key.
 */
interface AttestationView {
  readonly jti: string;
  readonly endsAt: number;
  readonly instance: string;
}

/**
 * The key of a client instance, attested by its provider. Null unless the attestation is valid and
 * signed with one of the client's keys, and the proof is signed with the attested key for this
 * provider within the last five minutes. `keys` are the accepted keys, registered or certified in
 * `x5c`. draft-ietf-oauth-attestation-based-client-auth; OpenID4VCI 1.0, appendix E.
 */
export async function verifyAttestation(
  { attestation, pop }: ClientAttestation,
  expected: Expected,
): Promise<AttestationView | null> {
  if (attestation.length > maxAttestationLength || pop.length > maxAttestationLength) return null;
  const key = await instanceKey(attestation, expected);
  const verified = key && (await verifyPop(pop, key, expected));
  return verified && { ...verified, instance: await calculateJwkThumbprint(key) };
}

/** The instance's key in a valid attestation; null if the attestation is invalid. */
async function instanceKey(
  attestation: string,
  { clientId, keys, now }: Expected,
): Promise<z.output<typeof InstanceKey> | null> {
  for (const { key, alg } of keysFor(attestation, keys)) {
    const payload = await verified(attestation, await importJWK({ ...key }, alg), {
      typ: 'oauth-client-attestation+jwt',
      algorithms: [...requestObjectAlgorithms],
      subject: clientId,
      requiredClaims: ['exp', 'cnf'],
      now,
    });
    if (payload === null) continue;
    const found = z.safeParse(Confirmation, payload['cnf']);
    return found.success ? found.data.jwk : null;
  }
  return null;
}

async function verifyPop(
  pop: string,
  key: z.output<typeof InstanceKey>,
  { clientId, issuer, now }: Expected,
): Promise<{ readonly jti: string; readonly endsAt: number } | null> {
  const imported = await importable(key);
  const payload =
    imported &&
    (await verified(pop, imported, {
      typ: 'oauth-client-attestation-pop+jwt',
      algorithms: [...attestationPopAlgorithms],
      audience: issuer,
      requiredClaims: ['jti', 'iat'],
      now,
    }));
  if (payload === null) return null;
  const { aud, iss, jti, iat = 0 } = payload;
  const at = now.getTime() / 1000;
  if (iat - at > ahead || at - iat > popLifetime + clockTolerance) return null;
  // Earlier drafts have an `iss`, which is the client.
  if (aud !== issuer || (iss !== undefined && iss !== clientId)) return null;
  if (typeof jti !== 'string' || jti.length > 512) return null;
  return { jti, endsAt: (iat + popLifetime + clockTolerance) * 1000 };
}

type Imported = Awaited<ReturnType<typeof importJWK>>;

/** Null if the coordinates are not a point on the curve. */
async function importable(key: z.output<typeof InstanceKey>): Promise<Imported | null> {
  try {
    return await importJWK({ ...key }, 'ES256');
  } catch {
    return null;
  }
}

/** The claims of a valid token; null if it is invalid. */
async function verified(
  token: string,
  key: Imported,
  { now, ...options }: { readonly now: Date } & Parameters<typeof jwtVerify>[2] & object,
) {
  try {
    const { payload } = await jwtVerify(token, key, {
      ...options,
      currentDate: now,
      clockTolerance,
    });
    return payload;
  } catch (error) {
    if (error instanceof JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
