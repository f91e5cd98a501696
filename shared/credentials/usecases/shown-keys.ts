import { type ProvedKey, readHolderProof } from '../auth/holder-proof.ts';
import type { CredentialIssuerDeps } from '../deps/credential-issuer.ts';
import { batchSize } from '../domain/credential.ts';
import { credentialErrors } from './credential-errors.ts';

/** Key proofs by their type, as they were sent. */
export interface Proofs {
  readonly jwt?: readonly string[] | undefined;
}

/** The keys for which a wallet wants credentials, and the nonces with which it showed that it has them now. */
export interface ShownKeys {
  /** At least one, all different. */
  readonly keys: readonly Pick<ProvedKey, 'jwk' | 'thumbprint'>[];
  readonly nonces: ReadonlySet<string>;
}

/**
 * The keys of the proofs of one request, in their order. Whether their nonces count is not asked here.
 *
 * Error: 400 `invalid_proof` for none, more than ten, one that is wrong, or two by the same key.
 */
export async function readShownKeys(
  { jwt = [] }: Proofs,
  { baseUrl, now }: Pick<CredentialIssuerDeps, 'baseUrl' | 'now'>,
): Promise<ShownKeys> {
  if (jwt.length === 0 || jwt.length > batchSize) throw credentialErrors.invalidProof();
  const expected = { audience: baseUrl, now: now() };
  const read = await Promise.all(jwt.map((proof) => readHolderProof(proof, expected)));
  const keys = read.filter((key) => key !== null);
  const distinct = new Set(keys.map(({ thumbprint }) => thumbprint));
  if (distinct.size < jwt.length) throw credentialErrors.invalidProof();
  return { keys, nonces: new Set(keys.map(({ nonce }) => nonce)) };
}
