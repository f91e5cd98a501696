import { JOSEError } from 'jose/errors';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import { type RequestObjectJwk, requestObjectAlgorithms } from '../domain/request-object-key.ts';
import { keysFor } from './keys-for.ts';

/** The headers in which an instance of a client sends both. */
export const attestationHeader = 'oauth-client-attestation';
export const attestationPopHeader = 'oauth-client-attestation-pop';

/** What an instance of a client shows: what its provider says of its key, and that it has that key. */
export interface ClientAttestation {
  readonly attestation: string;
  readonly pop: string;
}

/** What the proofs of instances are signed with. */
export const attestationPopAlgorithms = ['ES256'] as const;

/** How far off a clock may be, how long a proof of possession counts, and how far ahead one may be made, in seconds. */
const clockTolerance = 10;
const popLifetime = 300;
const ahead = 60;

/** Longer texts are not looked at, in characters: with the certificates of `x5c`. */
const maxLength = 16_384;

const InstanceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.optional(z.never()),
});

const Confirmation = z.object({ jwk: InstanceKey });

/** Whose keys, for whom, and when. */
interface Expected {
  readonly clientId: string;
  readonly keys: readonly RequestObjectJwk[];
  readonly issuer: string;
  readonly now: Date;
}

/** Which proof an instance has shown, until when it is valid (Unix milliseconds), and the thumbprint of the instance's key. */
interface ShownAttestation {
  readonly jti: string;
  readonly endsAt: number;
  readonly instance: string;
}

/**
 * What an instance of a client proves: that its client's provider vouches for its key; null unless the attestation is signed by a key of the client's and of this time, and the proof is by the key that it
 * names, for this provider, of the last five minutes. `keys` are those that count, whether registered or certified in its `x5c`.
 *
 * draft-ietf-oauth-attestation-based-client-auth; OpenID4VCI 1.0, appendix E.
 */
export async function verifyAttestation(
  { attestation, pop }: ClientAttestation,
  expected: Expected,
): Promise<ShownAttestation | null> {
  if (attestation.length > maxLength || pop.length > maxLength) return null;
  const key = await instanceKey(attestation, expected);
  const said = key && (await verifyPop(pop, key, expected));
  return said && { ...said, instance: await calculateJwkThumbprint(key) };
}

/** The key for which a client's provider vouches. */
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
  // Earlier drafts have `iss`; there it is the client.
  if (aud !== issuer || (iss !== undefined && iss !== clientId)) return null;
  if (typeof jti !== 'string' || jti.length > 512) return null;
  return { jti, endsAt: (iat + popLifetime + clockTolerance) * 1000 };
}

type Imported = Awaited<ReturnType<typeof importJWK>>;

/** Null for coordinates that are no point of the curve. */
async function importable(key: z.output<typeof InstanceKey>): Promise<Imported | null> {
  try {
    return await importJWK({ ...key }, 'ES256');
  } catch {
    return null;
  }
}

/** The claims of a token; null for one that does not count. */
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
