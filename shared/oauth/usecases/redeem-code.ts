import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { challengeOf } from '../auth/oauth-token.ts';
import type { TokenResponse } from '../contracts/oauth.ts';
import { redeemCodeWrite, StoredCode } from '../db/oauth-codes.ts';
import { familyTtl } from '../db/oauth-grants.ts';
import type { IssuerDeps } from '../deps/issuer.ts';
import { redeemAuthorizationCode as decide } from '../domain/oauth-code.ts';
import { familyEnd } from '../domain/oauth-grant.ts';
import { oauthErrors } from '../oauth-errors.ts';
import {
  authenticateClient,
  countUnknownCode,
  type PresentedClient,
} from './authenticate-client.ts';
import { newFamily } from './new-family.ts';
import { revokeFamily } from './revoke-family.ts';

export interface CodeRedemption {
  readonly code: string;
  readonly redirectUri: string;
  /** PKCE; null when none was sent. */
  readonly codeVerifier: string | null;
}

/**
 * Exchanges an authorization code for tokens, once: the code is used up and the family made in one
 * transaction, for which consent and account must still stand. Three round trips.
 *
 * A second use by the same client is `invalid_grant` and revokes all that the first one gave, even when both
 * come at once.
 *
 * Errors: those of `authenticateClient`; 400 `invalid_grant`; 400 `invalid_scope`.
 */
export async function redeemCode(
  { code, redirectUri, codeVerifier }: CodeRedemption,
  presented: PresentedClient,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  const { client, items } = await authenticateClient(
    presented,
    [keys.authorizationCode(code)],
    deps,
  );
  const stored = parseFound(StoredCode, items[0]);
  if (stored === null) {
    await countUnknownCode(presented, deps);
    throw oauthErrors.invalidGrant();
  }
  const { clientId } = client;
  const { grantId, personId } = stored;
  const replayed = { grantId, personId, clientId, reason: 'code_reuse' } as const;
  const now = deps.now();
  const at = now.toISOString();
  const challenge = codeVerifier === null ? null : challengeOf(codeVerifier);
  const decision = decide(stored, { clientId, redirectUri, challenge }, at);
  if (!decision.ok) {
    if (decision.reason === 'used') await revokeFamily(replayed, deps);
    throw oauthErrors.invalidGrant();
  }
  const family = await newFamily(stored, client, now, deps);
  const outcome = await transact(deps.table, {
    code: orElse(redeemCodeWrite(code, at, familyTtl(familyEnd(at))), () => 'used'),
    ...family.writes,
  });
  if (outcome.kind === 'written') return family.response;
  // Somebody else redeemed it at the same moment.
  if (outcome.refusal === 'used') await revokeFamily(replayed, deps);
  throw oauthErrors.invalidGrant();
}
