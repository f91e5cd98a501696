import { bearerCredential } from '../../shared/access/auth/authenticate.ts';
import { isCredentialRefreshToken } from '../../shared/credentials/usecases/credential-tokens.ts';
import { revokeCredentialTokens } from '../../shared/credentials/usecases/wallet-code.ts';
import { type SealingDeps, sealingDeps } from '../../shared/kernel/deps/service.ts';
import {
  type ClientKeyDeps,
  clientKeyDeps,
  type TokenDeps,
  tokenDeps,
} from '../../shared/oauth/deps/oauth-deps.ts';
import * as oauthErrors from '../../shared/oauth/errors/oauth-errors.ts';
import { clientCredentials } from '../../shared/oauth/http/client-credentials.ts';
import { oauthAnswers } from '../../shared/oauth/http/oauth-answers.ts';
import {
  authorizeDevice as authorizeDeviceRow,
  introspectToken as introspectTokenRow,
  pushAuthorization as pushAuthorizationRow,
  revokeToken as revokeTokenRow,
} from '../../shared/oauth/routes/oauth.ts';
import { registerOAuthClient } from '../../shared/oauth/routes/registration.ts';
import {
  authenticateClient,
  type PresentedClient,
  spend,
} from '../../shared/oauth/usecases/authenticate-client.ts';
import { startDeviceAuthorization } from '../../shared/oauth/usecases/authorize-device.ts';
import {
  answerIntrospection,
  answerRevocation,
} from '../../shared/oauth/usecases/introspect-and-revoke.ts';
import { takePushedRequest } from '../../shared/oauth/usecases/push-authorization.ts';
import { registerByToken } from '../../shared/oauth/usecases/register-by-token.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

/** Fields that are not parameters of a pushed request. */
const ofTheClient: ReadonlySet<string> = new Set([
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]);

interface ClientDeps extends TokenDeps, SealingDeps, ClientKeyDeps {}

function clientOf({
  header,
  body,
  clientAddress,
}: {
  header(name: string): string | undefined;
  readonly body: {
    readonly client_id?: string | undefined;
    readonly client_secret?: string | undefined;
    readonly client_assertion?: string | undefined;
    readonly client_assertion_type?: string | undefined;
  };
  readonly clientAddress: string;
}): PresentedClient {
  return { ...clientCredentials(header, body), clientAddress };
}

/** The token in question. Error: 400, once the client is authenticated. */
async function tokenOf(
  { token }: { readonly token?: string | undefined },
  client: PresentedClient,
  deps: ClientDeps,
): Promise<string> {
  if (token) return token;
  const { once } = await authenticateClient(client, [], deps);
  await spend(once, deps);
  throw oauthErrors.invalidRequest('token is required');
}

const revoke: Run<typeof revokeTokenRow, ClientDeps> = async (request, deps) => {
  const client = clientOf(request);
  const token = await tokenOf(request.body, client, deps);
  const revokeIt = isCredentialRefreshToken(token) ? revokeCredentialTokens : answerRevocation;
  await revokeIt(token, client, deps);
  return {};
};

const introspect: Run<typeof introspectTokenRow, ClientDeps> = async (request, deps) => {
  const client = clientOf(request);
  return answerIntrospection(await tokenOf(request.body, client, deps), client, deps);
};

const push: Run<typeof pushAuthorizationRow, ClientDeps> = async (request, deps) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request.body)) {
    if (!ofTheClient.has(name) && value) parameters.append(name, value);
  }
  const proof = request.header('dpop');
  return takePushedRequest({ parameters, proof }, clientOf(request), deps);
};

const beginDevice: Run<typeof authorizeDeviceRow, ClientDeps> = (request, deps) =>
  startDeviceAuthorization(request.body.scope || null, clientOf(request), deps);

const register: Run<typeof registerOAuthClient, ClientDeps> = ({ body, header }, deps) =>
  registerByToken(body, bearerCredential(header('authorization')), deps);

/** The RFC 7591 error code for wrong metadata. */
function metadataError(field: string | undefined): string {
  return field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
}

export const rows: readonly Operation<ClientDeps>[] = [
  operation(revokeTokenRow, revoke, oauthAnswers()),
  operation(introspectTokenRow, introspect, oauthAnswers()),
  operation(authorizeDeviceRow, beginDevice, oauthAnswers()),
  operation(pushAuthorizationRow, push, oauthAnswers()),
  operation(registerOAuthClient, register, oauthAnswers({ malformed: metadataError })),
];

export const handler = operations(rows, () => ({
  ...tokenDeps(),
  ...sealingDeps(),
  ...clientKeyDeps(),
}));
