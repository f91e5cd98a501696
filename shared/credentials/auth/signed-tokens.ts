import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { SDJwtInstance } from '@sd-jwt/core';
import type { CredentialClaims } from '../domain/claims.ts';
import { claimNames } from '../domain/configurations.ts';
import {
  packedStatuses,
  statusListAge,
  statusListLifetime,
  statusListTtl,
  statusListUri,
} from '../domain/status-list.ts';
import type { CredentialSigner } from './credential-signer.ts';

/** The claims of every credential that are always disclosed. Instants are in Unix seconds. */
type OpenClaims = {
  readonly iss: string;
  readonly vct: string;
  readonly iat: number;
  readonly exp: number;
  readonly cnf: { readonly jwk: Readonly<Record<string, string>> };
  readonly status: { readonly status_list: { readonly idx: number; readonly uri: string } };
};

/**
 * A credential in compact form (SD-JWT VC, RFC 9901): each claim is a separate disclosure, so its
 * holder can present only those that a verifier needs. `random` returns the given number of random
 * bytes, for salts.
 */
export async function makeSdJwt(
  open: OpenClaims,
  claims: CredentialClaims,
  {
    credentialSigner,
    random,
  }: { readonly credentialSigner: CredentialSigner; random(bytes: number): Uint8Array },
): Promise<string> {
  const { header, sign } = await credentialSigner.current();
  const sdJwt = new SDJwtInstance<Record<string, unknown>>({
    signer: sign,
    signAlg: header.alg,
    hashAlg: 'sha-256',
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    // RFC 9901, section 9.3: 128 bits.
    saltGenerator: () => Buffer.from(random(16)).toString('base64url'),
  });
  const frame = { _sd: claimNames.filter((name) => claims[name] !== undefined) };
  return sdJwt.issue({ ...open, ...claims }, frame, { header: { ...header, typ: 'dc+sd-jwt' } });
}

/** The metadata of the issuer as a JWT. */
export interface SignedMetadata {
  /** Null if the current key has no certificate, so wallets could not trust it. */
  of(metadata: object): Promise<string | null>;
}

/**
 * How long a process reuses a token, in milliseconds, and how long a wallet can rely on it, in
 * seconds.
 */
const age = 3_600_000;
const lifetime = 86_400;

/**
 * Signs metadata on request if they have changed or their token is an hour old. KMS charges for
 * signatures, so each process makes only one an hour, regardless of the number of requests
 * (OpenID4VCI 1.0, section 12.2.3; HAIP 1.0, section 4.1).
 */
export function openSignedMetadata({
  signer,
  baseUrl,
  now,
}: {
  readonly signer: CredentialSigner;
  readonly baseUrl: () => string;
  now(): Date;
}): SignedMetadata {
  let kept: { readonly text: string; readonly madeAt: number; readonly token: Promise<string> };
  return {
    async of(metadata) {
      const { header } = await signer.current();
      if (header.x5c === undefined) return null;
      const at = now().getTime();
      const text = JSON.stringify([header.x5c, metadata]);
      if (kept?.text === text && at >= kept.madeAt && at - kept.madeAt < age) return kept.token;
      const iat = Math.floor(at / 1000);
      const claims = { sub: baseUrl(), iat, exp: iat + lifetime, ...metadata };
      const token = signer.sign({ typ: 'openidvci-issuer-metadata+jwt' }, claims);
      kept = { text, madeAt: at, token };
      // A failure is retried with the next call.
      token.catch(() => {
        kept = { ...kept, text: '' };
      });
      return token;
    },
  };
}

/** Signed status lists. */
export interface StatusTokens {
  /** The list with these revoked indexes, as a Status List Token (a JWT). */
  of(list: string, revoked: readonly number[]): Promise<string>;
}

/** The number of lists whose tokens one process caches: those of three months, and some more. */
const kept = 16;

/**
 * The bits of a list for a token: compressed (DEFLATE, RFC 1951, in the zlib format, RFC 1950) and
 * in base64url.
 */
export function encodedStatuses(statuses: Uint8Array): string {
  return deflateSync(statuses, { level: 9 }).toString('base64url');
}

/**
 * Signs a list on request if it has changed or its token is an hour old; otherwise returns the
 * previous token. KMS charges for signatures, so each process makes only one an hour and one for
 * each revocation.
 */
export function openStatusTokens({
  signer,
  baseUrl,
  now,
}: {
  readonly signer: Pick<CredentialSigner, 'sign'>;
  readonly baseUrl: () => string;
  now(): Date;
}): StatusTokens {
  const tokens = new Map<
    string,
    { readonly lst: string; readonly madeAt: number; readonly token: Promise<string> }
  >();
  return {
    of(list, revoked) {
      const at = now().getTime();
      const lst = encodedStatuses(packedStatuses(revoked));
      const known = tokens.get(list);
      if (known?.lst === lst && at >= known.madeAt && at - known.madeAt < statusListAge) {
        return known.token;
      }
      const iat = Math.floor(at / 1000);
      const token = signer.sign(
        { typ: 'statuslist+jwt' },
        {
          sub: statusListUri(baseUrl(), list),
          iat,
          exp: iat + statusListLifetime,
          ttl: statusListTtl,
          status_list: { bits: 1, lst },
        },
      );
      tokens.delete(list);
      tokens.set(list, { lst, madeAt: at, token });
      // A failure is retried with the next call.
      token.catch(() => tokens.delete(list));
      const [oldest] = tokens.keys();
      if (tokens.size > kept && oldest !== undefined) tokens.delete(oldest);
      return token;
    },
  };
}
