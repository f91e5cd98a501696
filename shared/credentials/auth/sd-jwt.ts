import { createHash } from 'node:crypto';
import { SDJwtInstance } from '@sd-jwt/core';
import type { CredentialClaims } from '../domain/claims.ts';
import { claimNames } from '../domain/configurations.ts';
import type { CredentialSigner } from './credential-signer.ts';

/** What every credential says to whoever sees it. Instants in Unix seconds. */
export type OpenClaims = {
  readonly iss: string;
  readonly vct: string;
  readonly iat: number;
  readonly exp: number;
  readonly cnf: { readonly jwk: Readonly<Record<string, string>> };
  readonly status: { readonly status_list: { readonly idx: number; readonly uri: string } };
};

/**
 * A credential in compact form (SD-JWT VC over RFC 9901): what it says of somebody is in disclosures, one for each claim, so that its
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
