import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bearerCredential } from '../../access/auth/authenticate.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { EndpointOptions } from '../../web/http/endpoint.ts';
import { header, requestTarget } from '../../web/http/request.ts';
import { resolveAnyCaller, resolveOAuthCaller, type SentToken } from '../auth/oauth-caller.ts';
import { authorityOf, type TokenDeps } from '../deps/oauth-deps.ts';

/**
 * Options of `operation()` for a row that takes access tokens, or these and keys of all kinds. They are apart from other rows so
 * that their functions do without the code that verifies tokens.
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

/** The address of a row as its callers know it, without query. */
function addressOf(route: Route, event: APIGatewayProxyEvent, baseUrl: string): string {
  return baseUrl + new URL(requestTarget(route, event), 'https://registry.invalid').pathname;
}

/** Reads it off the request; `url` is the address of the row as callers know it. */
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
