import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';
import type { Table } from '../../kernel/db/table.ts';
import { listSigningKeys } from '../db/signing-keys.ts';
import { isTokenAlgorithm, type TokenAlgorithm } from '../domain/client-metadata.ts';

/**
 * The claims of our own access tokens (RFC 9068); `scope` is in the contract's spelling, instants
 * are in Unix seconds.
 */
const AccessToken = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  client_id: z.string(),
  scope: z.string(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
  grant_id: z.string(),
  /**
   * The thumbprint of the key to which the token is bound (RFC 9449, section 6); absent: not bound.
   */
  cnf: z.optional(z.object({ jkt: z.string() })),
});
export type AccessToken = z.output<typeof AccessToken>;

/** The issuer and audience of tokens, and the keys that verify them. */
export interface TokenAuthority {
  readonly issuer: string;
  /** One of them is required. */
  readonly audience: string | string[];
  readonly keys: PublicKeys;
  now(): Date;
}

/** Longer texts are refused, in characters. */
const maxLength = 8_192;

/**
 * The claims of one of our access tokens that has not expired; null for any other text. The key is
 * found among ours by `kid`; keys and URLs in the header are ignored, and nothing is fetched. The
 * caller checks revocation.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience, keys, now }: TokenAuthority,
): Promise<AccessToken | null> {
  // The library accepts padding, which RFC 7515, section 2 forbids: one token would have several
  // spellings.
  const isCompact = token.length <= maxLength && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
  const signed = isCompact ? signatureOf(token) : null;
  const key = signed === null ? null : await keys.find(signed.kid, signed.alg);
  if (signed === null || key === null) return null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signed.alg],
      typ: 'at+jwt',
      issuer,
      audience,
      currentDate: now(),
    });
    const claims = z.safeParse(AccessToken, payload);
    return claims.success ? claims.data : null;
  } catch (error) {
    if (error instanceof JOSEError) return null;
    throw error;
  }
}

/** The algorithm and key id in a token's header; null if no token of ours has them. */
function signatureOf(token: string): { readonly alg: TokenAlgorithm; readonly kid: string } | null {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return isTokenAlgorithm(alg) && typeof kid === 'string' ? { alg, kid } : null;
  } catch {
    return null; // Not a JWT.
  }
}

type PublicKey = Awaited<ReturnType<typeof importJWK>>;

/** The keys that verify our tokens. */
export interface PublicKeys {
  /** The key with this id for this algorithm (RS256 by default); null if there is none. */
  find(kid: string, alg?: TokenAlgorithm): Promise<PublicKey | null>;
}

/** How long keys are cached, in milliseconds: a removed key is accepted until then. */
const cacheMs = 300_000;

/**
 * The shortest time between two reads for unknown ids, in milliseconds, so that invented ids cost
 * few reads.
 */
const minReadIntervalMs = 5_000;

/** Reads the keys from the table with the first token, and again for an unknown key id. */
export function openPublicKeys(table: Table, now: () => Date): PublicKeys {
  let known: ReadonlyMap<string, { readonly alg: TokenAlgorithm; readonly key: PublicKey }> =
    new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const at = now();
    const stored = await listSigningKeys(table, at);
    const imported = stored.map(
      async ({ kid, jwk }) =>
        [kid, { alg: jwk.alg, key: await importJWK({ ...jwk }, jwk.alg) }] as const,
    );
    known = new Map(await Promise.all(imported));
    readAt = at.getTime();
  }

  return {
    async find(kid, alg = 'RS256') {
      const age = now().getTime() - readAt;
      const isWorthReading = known.size === 0 || age >= minReadIntervalMs;
      if (age >= cacheMs || (!known.has(kid) && isWorthReading)) {
        reading ??= read().finally(() => {
          reading = null;
        });
        await reading;
      }
      const found = known.get(kid);
      return found?.alg === alg ? found.key : null;
    },
  };
}

/** The user and client of an ID token. */
interface HintedUser {
  readonly personId: string;
  readonly clientId: string;
  /** Identifies the session for which the token was issued; null if there is none. */
  readonly sid: string | null;
}

/**
 * The person and client of one of our ID tokens; null for anything else. An expired token still identifies the person
 * (OpenID Connect Core, section 3.1.2.1).
 */
export async function readIdTokenHint(
  token: string,
  { issuer, keys }: { readonly issuer: string; readonly keys: PublicKeys },
): Promise<HintedUser | null> {
  if (token.length > maxLength) return null;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const known = isTokenAlgorithm(alg) && kid !== undefined ? { alg, kid } : null;
    const key = known && (await keys.find(known.kid, known.alg));
    if (known === null || key === null) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: [known.alg],
      typ: 'JWT',
      issuer,
      clockTolerance: Number.MAX_SAFE_INTEGER,
    });
    const { sub, aud, sid } = payload;
    if (sub === undefined || typeof aud !== 'string') return null;
    return { personId: sub, clientId: aud, sid: typeof sid === 'string' ? sid : null };
  } catch (error) {
    // An invalid token throws one of the two: a TypeError if its header can't be read.
    if (error instanceof JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
