import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bearerCredential } from '../../access/auth/authenticate.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { EndpointOptions } from '../../web/http/endpoint.ts';
import { header, requestTarget } from '../../web/http/request.ts';
import { resolveAnyCaller, resolveOAuthCaller, type SentToken } from '../auth/oauth-caller.ts';
import { authorityOf, type TokenDeps } from '../deps/oauth-deps.ts';

/**
 * Options of `operation()` for a row that accepts access tokens, or tokens and keys of all kinds.
 * In a separate file so that other functions don't bundle the code that verifies tokens.
 */
export const byAccessToken: EndpointOptions<TokenDeps> = {
  identify: (event, deps, route) => {
    const { auth } = route;
    const sent = readToken(event, addressOf(route, event, deps.baseUrl));
    switch (auth.scheme) {
      case 'oauth':
        return resolveOAuthCaller(auth, sent, deps, authorityOf(deps));
      case 'any':
        return resolveAnyCaller(auth, sent, deps, authorityOf(deps));
      default:
        throw new Error(`${route.operationId} takes no access tokens`);
    }
  },
};

/** The public URL of a row, without the query. */
function addressOf(route: Route, event: APIGatewayProxyEvent, baseUrl: string): string {
  return baseUrl + new URL(requestTarget(route, event), 'https://registry.invalid').pathname;
}

/** Reads the credential from the request; `url` is the row's public URL. */
export function readToken(event: APIGatewayProxyEvent, url: string): SentToken {
  const authorization = header(event, 'authorization');
  const bound = /^dpop +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return {
    credential: bound ?? bearerCredential(authorization),
    scheme: bound === undefined ? 'Bearer' : 'DPoP',
    proof: header(event, 'dpop'),
    method: event.httpMethod,
    url,
  };
}
