import { attemptWrite } from '../../kernel/db/attempt-counters.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { verifyProof } from '../auth/dpop-proof.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { proofSubject, usedProofs } from '../db/used-proofs.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/** The key to which the response's tokens are bound; null without a proof. */
export type Binding = BoundTo | null;

interface BoundTo {
  /** The thumbprint of the key. */
  readonly jkt: string;
  /** Part of the response's transaction; refused if the proof was already used. */
  readonly proof: Write<ApiError>;
}

/**
 * Verifies the proof of a request to the token endpoint (RFC 9449, section 5).
 *
 * Errors: 400 `invalid_dpop_proof`; 400 `use_dpop_nonce`, with the nonce, for a proof without a
 * current nonce.
 */
export async function readBinding(
  header: string | undefined,
  { baseUrl, signer, now }: IssuerDeps,
): Promise<Binding> {
  if (header === undefined) return null;
  const sent = { method: 'POST', url: `${baseUrl}/api/oauth/token` };
  const found = await verifyProof(header, sent, now());
  if (found === null) throw oauthErrors.invalidProof();
  const nonces = await signer.nonces();
  if (found.nonce === null || !nonces.includes(found.nonce)) {
    throw oauthErrors.useNonce(nonces[0] ?? '');
  }
  const { jkt, issuedAt } = found;
  const write = attemptWrite(usedProofs, proofSubject(found), issuedAt);
  return { jkt, proof: orElse(write, oauthErrors.invalidProof) };
}

/**
 * The binding of tokens for this client. Error: 400 `invalid_dpop_proof` if the client requires a
 * proof and sent none.
 */
export function requireBinding(
  { dpopBoundAccessTokens }: Pick<StoredClient, 'dpopBoundAccessTokens'>,
  binding: Binding,
): { readonly jkt: string | undefined; readonly proof: Write<ApiError> | undefined } {
  if (binding === null && dpopBoundAccessTokens) throw oauthErrors.invalidProof();
  return binding ?? { jkt: undefined, proof: undefined };
}
