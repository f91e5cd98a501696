import { JOSEError } from 'jose/errors';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import { NumericDate } from '../../kernel/contracts/text.ts';
import { keysFor } from '../../oauth/auth/client-keys.ts';
import type { RequestObjectJwk } from '../../oauth/domain/client-keys.ts';
import { holderAlgorithms } from '../domain/holder-algorithms.ts';
import type { HolderKey } from './holder-proof.ts';

/** How far off the clock of a wallet's provider may be, in seconds. */
const clockTolerance = 10;

/** Longer texts are not looked at, in characters: with the certificates of `x5c`. */
const maxLength = 32_768;

const AttestedKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.optional(z.never()),
  kid: z.optional(z.string()),
});

const Claims = z.object({
  iat: NumericDate,
  exp: z.optional(NumericDate),
  nonce: z.string(),
  attested_keys: z.array(AttestedKey).check(z.minLength(1), z.maxLength(100)),
});

/** A key that a wallet's provider says its wallet keeps. */
export interface AttestedKey {
  readonly jwk: HolderKey;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** How the attestation calls it, where it does. */
  readonly kid: string | undefined;
}

export interface KeyAttestation {
  /** In the order of the attestation, all different. */
  readonly keys: readonly AttestedKey[];
  /** Whether we made it, and whether it was used before, is not asked here. */
  readonly nonce: string;
}

/**
 * The keys of a key attestation (OpenID4VCI 1.0, appendix D.1) that one of `attesters` has signed, by ES256; null for any other: one
 * that has ended, is of tomorrow or has no nonce, or names a key twice or one that is not public, of P-256 and a point of it.
 * `withProof`: it comes with a proof by one of its keys, and has to say when it ends. Where its `status` would be is not looked at.
 */
export async function readKeyAttestation(
  text: string,
  {
    attesters,
    now,
    withProof,
  }: {
    readonly attesters: readonly RequestObjectJwk[];
    readonly now: Date;
    readonly withProof: boolean;
  },
): Promise<KeyAttestation | null> {
  if (text.length > maxLength) return null;
  const signed = await signedClaims(text, attesters, now);
  const claims = z.safeParse(Claims, signed);
  if (!claims.success) return null;
  const { iat, exp, nonce, attested_keys: attested } = claims.data;
  if (iat > now.getTime() / 1000 + clockTolerance || (withProof && exp === undefined)) return null;
  const keys = await Promise.all(attested.map(readKey));
  const known = keys.filter((key) => key !== null);
  const distinct = new Set(known.map(({ thumbprint }) => thumbprint));
  return distinct.size === attested.length ? { keys: known, nonce } : null;
}

async function signedClaims(
  text: string,
  attesters: readonly RequestObjectJwk[],
  now: Date,
): Promise<unknown> {
  for (const { key, alg } of keysFor(text, attesters)) {
    try {
      const { payload } = await jwtVerify(text, await importJWK({ ...key }, alg), {
        algorithms: [...holderAlgorithms],
        typ: 'key-attestation+jwt',
        currentDate: now,
        clockTolerance,
      });
      return payload;
    } catch (error) {
      if (!(error instanceof JOSEError || error instanceof TypeError)) throw error;
    }
  }
  return null;
}

/** Null for coordinates that are no point of the curve. */
async function readKey({ kid, ...jwk }: z.output<typeof AttestedKey>): Promise<AttestedKey | null> {
  const { kty, crv, x, y } = jwk;
  try {
    await importJWK({ kty, crv, x, y }, 'ES256');
  } catch {
    return null;
  }
  return { jwk: { kty, crv, x, y }, thumbprint: await calculateJwkThumbprint(jwk), kid };
}
