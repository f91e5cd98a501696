import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** How long an authorization code can be redeemed, in milliseconds. */
export const authorizationCodeLifetime = 60_000;

/** The part of an authorization code that its rules use. Instants are ISO 8601 in UTC. */
export interface AuthorizationCode {
  readonly clientId: string;
  readonly redirectUri: string;
  /** PKCE, S256; null if the request had none. */
  readonly codeChallenge: string | null;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

export const codeStatuses = ['open', 'redeemed', 'expired'] as const;
export type CodeStatus = (typeof codeStatuses)[number];

/**
 * The client's parameters for redeeming a code. `challenge` is S256 of the verifier; null without
 * one.
 */
export interface Redemption {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
}

/**
 * `used`: everything issued at the first use must be revoked. The other refusals leave the code
 * unchanged.
 */
export type RedemptionRefusal =
  | 'foreign'
  | 'used'
  | 'expired'
  | 'other_redirect_uri'
  | 'wrong_verifier';

/** The state of a code at `now`, an instant in ISO 8601. A redeemed code stays redeemed. */
export function codeStatus(code: AuthorizationCode, now: string): CodeStatus {
  if (code.usedAt !== null) return 'redeemed';
  return code.expiresAt <= now ? 'expired' : 'open';
}

/**
 * The code after its redemption. A second use by the same client is detected even if it has other
 * errors, because the sender has obtained the code.
 */
export function redeemAuthorizationCode<C extends AuthorizationCode>(
  code: C,
  { clientId, redirectUri, challenge }: Redemption,
  now: string,
): Decision<C, RedemptionRefusal> {
  if (code.clientId !== clientId) return refuse('foreign');
  const status = codeStatus(code, now);
  if (status === 'redeemed') return refuse('used');
  if (status === 'expired') return refuse('expired');
  if (code.redirectUri !== redirectUri) return refuse('other_redirect_uri');
  // A verifier for a code without a challenge is also refused: someone removed the challenge from
  // the request.
  if (code.codeChallenge !== challenge) return refuse('wrong_verifier');
  return accept({ ...code, usedAt: now });
}
