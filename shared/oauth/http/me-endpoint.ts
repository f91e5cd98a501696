import type { APIGatewayProxyEvent } from 'aws-lambda';
import { bearerCredential } from '../../access/auth/authenticate.ts';
import type { Caller } from '../../access/auth/caller.ts';
import type { AnyRule, OAuthRule } from '../../kernel/domain/auth-rule.ts';
import type { Route } from '../../kernel/http/route.ts';
import { endpoint } from '../../web/http/endpoint.ts';
import type { Operation } from '../../web/http/path-function.ts';
import { header, type Run, requestTarget } from '../../web/http/request.ts';
import { resolveAnyCaller, resolveOAuthCaller, type SentToken } from '../auth/oauth-caller.ts';
import { authorityOf, type TokenDeps } from '../deps/oauth-deps.ts';

/** A row that takes access tokens. */
type OAuthRoute = Route & { readonly auth: OAuthRule };

/**
 * Binds a row that takes access tokens to its logic: see operations.ts. It is apart from other rows so that
 * their functions do without the code that verifies tokens.
 */
export function meOperation<R extends OAuthRoute, D extends TokenDeps>(
  route: R,
  run: Run<R, D>,
): Operation<D> {
  return identifiedBy(route, run, (sent, deps) =>
    resolveOAuthCaller(route.auth, sent, deps, authorityOf(deps)),
  );
}

/** A row that takes keys of all kinds, and access tokens. */
type AnyRoute = Route & { readonly auth: AnyRule };

/** Binds a row that takes keys of all kinds and access tokens to its logic. */
export function anyOperation<R extends AnyRoute, D extends TokenDeps>(
  route: R,
  run: Run<R, D>,
): Operation<D> {
  return identifiedBy(route, run, (sent, deps) =>
    resolveAnyCaller(route.auth, sent, deps, authorityOf(deps)),
  );
}

function identifiedBy<R extends Route, D extends TokenDeps>(
  route: R,
  run: Run<R, D>,
  resolve: (sent: SentToken, deps: D) => Promise<Caller>,
): Operation<D> {
  return {
    route,
    handler: (deps) =>
      endpoint(route, run, deps, {
        identify: (event, given) =>
          resolve(readToken(event, addressOf(route, event, given.baseUrl)), given),
      }),
  };
}

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
