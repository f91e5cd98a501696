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

/** The claims of every credential that are always disclosed. Instants in Unix seconds. */
type OpenClaims = {
  readonly iss: string;
  readonly vct: string;
  readonly iat: number;
  readonly exp: number;
  readonly cnf: { readonly jwk: Readonly<Record<string, string>> };
  readonly status: { readonly status_list: { readonly idx: number; readonly uri: string } };
};

/**
 * A credential in compact form (SD-JWT VC over RFC 9901): what it says of someone is in disclosures, one for each claim, so that its
 * holder shows those that a verifier needs. `random` gives that many random bytes, of which salts are made.
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
  /** Null if the key that signs now has no certificate: a wallet would have nothing to trust it by. */
  of(metadata: object): Promise<string | null>;
}

/** For how long a process gives the same token, in milliseconds, and for how long a wallet may rely on one, in seconds. */
const age = 3_600_000;
const lifetime = 86_400;

/**
 * Signs metadata when they are requested and have changed, or their token is an hour old. A signature costs
 * money if the key is in KMS, so each process makes only one an hour, however many requests there are
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
      // What failed is tried again with the next call.
      token.catch(() => {
        kept = { ...kept, text: '' };
      });
      return token;
    },
  };
}

/** Signed status lists. */
export interface StatusTokens {
  /** The list with these revoked places, as a Status List Token (a JWT). */
  of(list: string, revoked: readonly number[]): Promise<string>;
}

/** How many lists one process keeps the tokens of: those of three months, with some room. */
const kept = 16;

/** The bits of a list as a token has them: compressed (DEFLATE, RFC 1951, in the format of zlib, RFC 1950) and in base64url. */
export function encodedStatuses(statuses: Uint8Array): string {
  return deflateSync(statuses, { level: 9 }).toString('base64url');
}

/**
 * Signs a list when it is requested and has changed, or its token is an hour old; otherwise the answer is the
 * previous token. A signature costs money if the key is in KMS, so each process makes only one an hour and
 * one for each revocation, however many requests there are.
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
      // What failed is tried again with the next call, which it answers.
      token.catch(() => tokens.delete(list));
      const [oldest] = tokens.keys();
      if (tokens.size > kept && oldest !== undefined) tokens.delete(oldest);
      return token;
    },
  };
}
