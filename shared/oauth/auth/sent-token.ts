import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Table } from '../../kernel/db/table.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { proofSubject, usedProofs } from '../db/used-proofs.ts';
import { noncesOf } from './dpop-nonces.ts';
import { proofAlgorithms, verifyProof } from './dpop-proof.ts';
import type { LiveToken } from './resolve-token.ts';

/** A credential as it came, and what shows that its sender holds the key to which it is bound. */
export interface SentToken {
  /** Null: none. */
  readonly credential: string | null;
  /** The scheme of the `Authorization` header. */
  readonly scheme: 'Bearer' | 'DPoP';
  readonly proof: string | undefined;
  readonly method: string;
  /** The address that was called, without query. */
  readonly url: string;
}

/**
 * Refuses a token that is not sent as it has to be (RFC 9449, section 7): one that is bound to a key needs the scheme `DPoP` and
 * a proof by that key for this request; one that is bound to none is sent as a bearer's. A client that asks for it has its proofs
 * count once, with the nonce of now: that is one write more.
 *
 * Error: 401 `invalid_token`, with a challenge, and with `DPoP-Nonce` for a proof without it.
 */
export async function requireProof(
  { claims: { cnf }, client }: Pick<LiveToken, 'claims' | 'client'>,
  { credential, scheme, proof, method, url }: SentToken,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<void> {
  if (cnf === undefined && scheme === 'Bearer') return;
  if (cnf === undefined || scheme === 'Bearer') throw refusedToken('invalid_token');
  const sent = { method, url, accessToken: credential ?? '' };
  const found = proof === undefined ? null : await verifyProof(proof, sent, now());
  if (found?.jkt !== cnf.jkt) throw refusedToken('invalid_dpop_proof');
  const { strictDpopProofs, nonceSecret } = client;
  if (!strictDpopProofs || nonceSecret === undefined) return;
  const nonces = noncesOf(nonceSecret, now());
  if (found.nonce === null || !nonces.includes(found.nonce)) {
    throw refusedToken('use_dpop_nonce', { 'dpop-nonce': nonces[0] });
  }
  const { counted } = await countAttempt(table, usedProofs, proofSubject(found), found.issuedAt);
  if (!counted) throw refusedToken('invalid_dpop_proof');
}

function refusedToken(error: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  const algs = proofAlgorithms.join(' ');
  const challenge = `DPoP error="${error}", algs="${algs}"`;
  return new ApiError(401, 'invalid_token', {
    headers: { ...headers, 'www-authenticate': challenge },
  });
}
