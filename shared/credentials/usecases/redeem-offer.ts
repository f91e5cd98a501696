import { transact } from '../../kernel/db/transact.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import type { TokenResponse } from '../../oauth/contracts/oauth.ts';
import type { IssuerDeps } from '../../oauth/deps/oauth-deps.ts';
import { oauthErrors } from '../../oauth/errors/oauth-errors.ts';
import type { Binding } from '../../oauth/usecases/bind-tokens.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { newCredentialGrantWrite } from '../db/credential-grants.ts';
import { redeemOfferWrite, takeTry, txCodeHash } from '../db/offers.ts';
import { scopeOfKind } from '../domain/configurations.ts';
import { newCredentialGrant, signCredentialTokens } from './credential-tokens.ts';
import { wantsIdentifier } from './wanted-details.ts';

/** What a wallet sends; `txCode` null: none. */
export interface TakenOffer {
  readonly code: string;
  readonly txCode: string | null;
  readonly binding: Binding;
  /** Authorization details; null: none. */
  readonly details: string | null;
}

/**
 * Exchanges the code of an offer for tokens that open nothing but the credential which was offered, once. Three round trips.
 *
 * Errors: 400 `invalid_request` without a transaction code; 400 `invalid_grant` for a code that is unknown, late, redeemed or without a try left, a
 * wrong transaction code, of which five end the offer, and an account that was deactivated or is suspended; 400
 * `invalid_dpop_proof` for a proof that was used before; 400 `invalid_authorization_details` for those of another credential, which costs a try.
 */
export async function redeemOffer(
  { code, txCode, binding, details }: TakenOffer,
  deps: IssuerDeps,
): Promise<TokenResponse> {
  if (txCode === null) throw oauthErrors.invalidRequest('tx_code is required');
  const now = deps.now();
  const at = now.toISOString();
  const offer = await takeTry(deps.table, code, at);
  if (offer?.txCodeHash !== txCodeHash(code, txCode)) throw oauthErrors.invalidGrant();
  const { personId, kind, legalEntityId, credentialEpoch, grantId } = offer;
  const identified = wantsIdentifier(details, scopeOfKind(kind));
  const topic = {
    ...{ personId, kind, legalEntityId, credentialEpoch },
    ...(identified && { identified }),
  };
  const how = { id: grantId, jkt: binding?.jkt ?? null, now };
  const { grant, refreshToken } = newCredentialGrant(topic, how, deps);
  // Before the code is used up: if no key can be read, it stays good.
  const response = await signCredentialTokens(grant, refreshToken, now, deps);
  const outcome = await transact(deps.table, {
    proof: binding?.proof,
    offer: redeemOfferWrite(offer.reference, at),
    grant: newCredentialGrantWrite(grant),
    person: actingEpochCheck({ id: personId, credentialEpoch }),
  });
  if (outcome.kind === 'written') return response;
  throw outcome.refusal instanceof ApiError ? outcome.refusal : oauthErrors.invalidGrant();
}
