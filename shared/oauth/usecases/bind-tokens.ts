import { attemptWrite } from '../../kernel/db/attempt-counters.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import { verifyProof } from '../auth/dpop-proof.ts';
import type { StoredClient } from '../db/oauth-clients.ts';
import { proofSubject, usedProofs } from '../db/used-proofs.ts';
import type { IssuerDeps } from '../deps/oauth-deps.ts';
import * as oauthErrors from '../errors/oauth-errors.ts';

/** To which key the tokens of an answer are bound; null: to none, because no proof was sent. */
export type Binding = BoundTo | null;

interface BoundTo {
  /** Thumbprint of the key. */
  readonly jkt: string;
  /** Goes into the transaction of the answer; refused for a proof that was used before. */
  readonly proof: Write<ApiError>;
}

/**
 * Reads the proof that came with a request to the token endpoint (RFC 9449, section 5).
 *
 * Errors: 400 `invalid_dpop_proof`; 400 `use_dpop_nonce`, with the nonce, for one without a nonce of now.
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

/** The binding of an answer to this client. Error: 400 `invalid_dpop_proof` where the client needs one and sent none. */
export function requireBinding(
  { dpopBoundAccessTokens }: Pick<StoredClient, 'dpopBoundAccessTokens'>,
  binding: Binding,
): { readonly jkt: string | undefined; readonly proof: Write<ApiError> | undefined } {
  if (binding === null && dpopBoundAccessTokens) throw oauthErrors.invalidProof();
  return binding ?? { jkt: undefined, proof: undefined };
}
