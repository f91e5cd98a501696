import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { EmbeddedJWK } from 'jose/jwk/embedded';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import { NumericDate } from '../../kernel/contracts/text.ts';
import { keysFor } from '../../oauth/auth/client-keys.ts';
import type { RequestObjectJwk } from '../../oauth/domain/client-keys.ts';
import { holderAlgorithms } from '../domain/algorithms.ts';

/** The maximum age of a proof, and how far it may be ahead of our clock, in milliseconds. */
const lifetime = 300_000;
const ahead = 15_000;

/** Longer texts are refused, in characters. */
const maxProofLength = 8_192;
/** Larger, because it contains an attestation of many keys and its certificates. */
const maxLengthAttested = 65_536;

const Claims = z.object({ iat: NumericDate, nonce: z.string() });
const Jwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});
const Header = z.object({
  typ: z.literal('openid4vci-proof+jwt'),
  x5c: z.optional(z.never()),
  // Exactly one of the two: `kid` names a key of the included attestation.
  jwk: z.optional(Jwk),
  kid: z.optional(z.string()),
});

/** The public key of a holder. */
export type HolderKey = z.output<typeof Jwk>;

/** A holder's key with proof of possession. */
interface ProvedKey {
  readonly jwk: HolderKey;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** The caller checks whether we made it and whether it was already used. */
  readonly nonce: string;
}

/** The requirements of a proof, and the keys of its valid attestation; empty without one. */
interface Expected {
  readonly audience: string;
  readonly now: Date;
  readonly attested?: readonly AttestedKey[] | undefined;
}

/** The unverified key attestation in a proof; null if there is none. */
export function attestationOf(proof: string): string | null {
  if (proof.length > maxLengthAttested) return null;
  try {
    const { key_attestation: attestation } = decodeProtectedHeader(proof);
    return typeof attestation === 'string' ? attestation : null;
  } catch {
    return null;
  }
}

/**
 * The key of a proof (OpenID4VCI 1.0, appendix F.1) that was signed recently, with the key that it
 * contains, for this issuer. Null for any other: without a nonce, with another algorithm, with a
 * private or symmetric key, or with its key in two places. With `attested` the key must be one of
 * those, and can be named by its `kid` or by its index.
 */
export async function readHolderProof(
  text: string,
  { audience, now, attested }: Expected,
): Promise<ProvedKey | null> {
  if (text.length > (attested === undefined ? maxProofLength : maxLengthAttested)) return null;
  try {
    const header = z.safeParse(Header, decodeProtectedHeader(text));
    if (!header.success) return null;
    const { jwk: own, kid } = header.data;
    if ((own === undefined) === (kid === undefined)) return null;
    const jwk = own ?? namedKey(kid, attested);
    if (jwk === undefined) return null;
    // EmbeddedJWK accepts public keys only.
    const key = own === undefined ? await importJWK(jwk, 'ES256') : EmbeddedJWK;
    const options = {
      algorithms: [...holderAlgorithms],
      audience,
      typ: 'openid4vci-proof+jwt',
      currentDate: now,
      clockTolerance: ahead / 1000,
    };
    const { payload } = await (typeof key === 'function'
      ? jwtVerify(text, key, options)
      : jwtVerify(text, key, options));
    const claims = z.safeParse(Claims, payload);
    if (!claims.success) return null;
    const age = now.getTime() - claims.data.iat * 1000;
    if (age > lifetime || age < -ahead) return null;
    const thumbprint = await calculateJwkThumbprint(jwk);
    if (attested?.every((each) => each.thumbprint !== thumbprint)) return null;
    return { jwk, thumbprint, nonce: claims.data.nonce };
  } catch (error) {
    // An invalid proof throws one of these; WebCrypto throws the last for an invalid key.
    if (error instanceof JOSEError || error instanceof TypeError || error instanceof DOMException) {
      return null;
    }
    throw error;
  }
}

function namedKey(
  kid: string | undefined,
  attested: readonly AttestedKey[] = [],
): HolderKey | undefined {
  const named = attested.find((key) => key.kid === kid);
  return (named ?? attested.find((_, index) => String(index) === kid))?.jwk;
}

/** The allowed clock difference of a wallet's provider, in seconds. */
const clockTolerance = 10;

/** Maximum length in characters, including the certificates of `x5c`. Longer texts are refused. */
const maxAttestationLength = 32_768;

const AttestedKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.optional(z.never()),
  kid: z.optional(z.string()),
});

const AttestationClaims = z.object({
  iat: NumericDate,
  exp: z.optional(NumericDate),
  nonce: z.string(),
  attested_keys: z.array(AttestedKey).check(z.minLength(1), z.maxLength(100)),
});

/** A key attested by a wallet's provider. */
interface AttestedKey {
  readonly jwk: HolderKey;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** The attestation's id of it, if any. */
  readonly kid: string | undefined;
}

interface KeyAttestation {
  /** In the order of the attestation, without duplicates. */
  readonly keys: readonly AttestedKey[];
  /** The caller checks whether we made it and whether it was already used. */
  readonly nonce: string;
}

/**
 * The keys of a key attestation (OpenID4VCI 1.0, appendix D.1) that one of `attesters` has signed with ES256.
 * Null for any other: one that has ended, is from the future or has no nonce, names a key twice, or names a
 * key that is not a public P-256 key on the curve. `withProof`: it comes with a proof by one of its keys, and
 * must contain its end. Its `status` is not checked.
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
  if (text.length > maxAttestationLength) return null;
  const signed = await signedClaims(text, attesters, now);
  const claims = z.safeParse(AttestationClaims, signed);
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

/** Null if the coordinates are not a point on the curve. */
async function readKey({ kid, ...jwk }: z.output<typeof AttestedKey>): Promise<AttestedKey | null> {
  const { kty, crv, x, y } = jwk;
  try {
    await importJWK({ kty, crv, x, y }, 'ES256');
  } catch {
    return null;
  }
  return { jwk: { kty, crv, x, y }, thumbprint: await calculateJwkThumbprint(jwk), kid };
}
