import { type TokenDeps, tokenDeps } from '../../shared/oauth/deps/tokens.ts';
import { clientCredentials } from '../../shared/oauth/http/client-credentials.ts';
import { oauthOperation } from '../../shared/oauth/http/oauth-endpoint.ts';
import { oauthErrors } from '../../shared/oauth/oauth-errors.ts';
import {
  authorizeDevice as authorizeDeviceRow,
  introspectToken as introspectTokenRow,
  revokeToken as revokeTokenRow,
} from '../../shared/oauth/routes/oauth.ts';
import { answerIntrospection } from '../../shared/oauth/usecases/answer-introspection.ts';
import { answerRevocation } from '../../shared/oauth/usecases/answer-revocation.ts';
import {
  authenticateClient,
  type PresentedClient,
} from '../../shared/oauth/usecases/authenticate-client.ts';
import { startDeviceAuthorization } from '../../shared/oauth/usecases/start-device-authorization.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

function clientOf({
  header,
  body,
  clientAddress,
}: {
  header(name: string): string | undefined;
  readonly body: {
    readonly client_id?: string | undefined;
    readonly client_secret?: string | undefined;
  };
  readonly clientAddress: string;
}): PresentedClient {
  return { ...clientCredentials(header('authorization'), body), clientAddress };
}

/** The token that is asked about. Error: 400, once the client is authenticated. */
async function tokenOf(
  { token }: { readonly token?: string | undefined },
  client: PresentedClient,
  deps: TokenDeps,
): Promise<string> {
  if (token) return token;
  await authenticateClient(client, [], deps);
  throw oauthErrors.invalidRequest('token is required');
}

const revoke: Run<typeof revokeTokenRow, TokenDeps> = async (request, deps) => {
  const client = clientOf(request);
  await answerRevocation(await tokenOf(request.body, client, deps), client, deps);
  return {};
};

const introspect: Run<typeof introspectTokenRow, TokenDeps> = async (request, deps) => {
  const client = clientOf(request);
  return answerIntrospection(await tokenOf(request.body, client, deps), client, deps);
};

const beginDevice: Run<typeof authorizeDeviceRow, TokenDeps> = (request, deps) =>
  startDeviceAuthorization(request.body.scope || null, clientOf(request), deps);

export const rows: readonly Operation<TokenDeps>[] = [
  oauthOperation(revokeTokenRow, revoke),
  oauthOperation(introspectTokenRow, introspect),
  oauthOperation(authorizeDeviceRow, beginDevice),
];

export const handler = operations(rows, tokenDeps);
