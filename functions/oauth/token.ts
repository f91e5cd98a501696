import {
  isCredentialRefreshToken,
  redeemOffer,
  renewCredentialTokens,
} from '../../shared/credentials/usecases/credential-tokens.ts';
import {
  credentialOfWallet,
  isForCredential,
} from '../../shared/credentials/usecases/wallet-code.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import type { TokenRequest, TokenResponse } from '../../shared/oauth/contracts/oauth.ts';
import { type IssuerDeps, issuerDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { deviceGrant, preAuthorizedGrant } from '../../shared/oauth/domain/client-metadata.ts';
import * as oauthErrors from '../../shared/oauth/errors/oauth-errors.ts';
import { clientCredentials } from '../../shared/oauth/http/client-credentials.ts';
import { oauthAnswers } from '../../shared/oauth/http/oauth-answers.ts';
import { issueToken } from '../../shared/oauth/routes/oauth.ts';
import { agentFamily } from '../../shared/oauth/usecases/agent-grants.ts';
import {
  authenticateClient,
  type PresentedClient,
  spend,
} from '../../shared/oauth/usecases/authenticate-client.ts';
import { type Binding, readBinding } from '../../shared/oauth/usecases/bind-tokens.ts';
import {
  redeemCode,
  redeemDeviceCode,
  tokenFamily,
} from '../../shared/oauth/usecases/redeem-codes.ts';
import { refreshTokens } from '../../shared/oauth/usecases/refresh-tokens.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

type Exchange = (client: PresentedClient, deps: IssuerDeps) => Promise<TokenResponse>;

const issue: Run<typeof issueToken, IssuerDeps> = async ({ body, header, clientAddress }, deps) => {
  const presented = () => ({ ...clientCredentials(header, body), clientAddress });
  // Wallets that redeem an offer need not be registered.
  const forWallet = walletExchange(body, presented);
  if (forWallet !== null) return forWallet(await readBinding(header('dpop'), deps), deps);
  const client = presented();
  const binding = await readBinding(header('dpop'), deps);
  const exchange = exchangeOf(body, binding);
  if (!(exchange instanceof ApiError)) return exchange(client, deps);
  // The client is authenticated before its request is checked.
  const { once } = await authenticateClient(client, [], deps);
  await spend(once, deps);
  throw exchange;
};

/**
 * The form's exchange for credentials; null if it is for tokens. Error: 400 `invalid_request`
 * without a code.
 */
function walletExchange(
  body: TokenRequest,
  presented: () => PresentedClient,
): ((binding: Binding, deps: IssuerDeps) => Promise<TokenResponse>) | null {
  const { grant_type: grantType, refresh_token: refreshToken = '' } = body;
  if (grantType === preAuthorizedGrant) {
    const { 'pre-authorized_code': code, tx_code: txCode } = body;
    if (!code) throw missing('pre-authorized_code');
    const offer = { code, txCode: txCode || null, details: body.authorization_details || null };
    return (binding, deps) => redeemOffer({ ...offer, binding }, deps);
  }
  if (grantType !== 'refresh_token' || !isCredentialRefreshToken(refreshToken)) return null;
  return (binding, deps) => renewCredentialTokens({ refreshToken, binding, presented }, deps);
}

/** The exchange that the form requests, or its error. */
function exchangeOf(body: TokenRequest, binding: Binding): Exchange | ApiError {
  const resource = body.resource || null;
  switch (body.grant_type || undefined) {
    case 'authorization_code': {
      const { code, redirect_uri: redirectUri } = body;
      const details = body.authorization_details || null;
      if (!code) return missing('code');
      if (!redirectUri) return missing('redirect_uri');
      const codeVerifier = body.code_verifier || null;
      const redemption = { code, redirectUri, codeVerifier, resource, binding };
      const redeemed: Parameters<typeof redeemCode>[2] = (code) => {
        if (code.forAgents !== undefined) return agentFamily;
        return isForCredential(code) ? credentialOfWallet(details) : tokenFamily;
      };
      return (client, deps) => redeemCode(redemption, client, redeemed, deps);
    }
    case 'refresh_token': {
      const { refresh_token: refreshToken } = body;
      if (!refreshToken) return missing('refresh_token');
      return (client, deps) =>
        refreshTokens({ refreshToken, scope: body.scope || null, resource, binding }, client, deps);
    }
    case deviceGrant: {
      const { device_code: deviceCode } = body;
      if (!deviceCode) return missing('device_code');
      return (client, deps) => redeemDeviceCode({ deviceCode, binding }, client, deps);
    }
    case undefined:
      return missing('grant_type');
    default:
      return oauthErrors.unsupportedGrantType();
  }
}

function missing(name: string): ApiError {
  return oauthErrors.invalidRequest(`${name} is required`);
}

export const rows: readonly Operation<IssuerDeps>[] = [
  operation(issueToken, issue, oauthAnswers()),
];

export const handler = operations(rows, issuerDeps);
