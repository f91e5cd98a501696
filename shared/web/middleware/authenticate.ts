import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  admit,
  bearerCredential,
  noteUse,
  resolveKey,
  whyUnread,
  whyWrong,
} from '../../access/auth/authenticate.ts';
import { meteredWithOthers, readAuthorizerContext } from '../../access/auth/authorizer-context.ts';
import type { Caller } from '../../access/auth/caller.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { AuthRule } from '../../kernel/domain/auth-rule.ts';
import { ApiError, described } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiMiddleware, header } from '../http/request.ts';

const noCredential: ReadonlySet<string> = new Set([
  apiErrors.missingApiKey().message,
  apiErrors.missingToken().message,
]);
const wrongCredential: ReadonlySet<string> = new Set([
  apiErrors.invalidApiKey().message,
  apiErrors.invalidToken().message,
]);

/** Identifies the caller by the credentials of a rule, and checks the rule; throws 401 or 403. */
export type Identify<D extends CoreDeps> = (
  event: APIGatewayProxyEvent,
  deps: D,
  route: Route,
) => Promise<Caller>;

/**
 * Identifies the caller and checks the route's rule (401, then 403). `identify` replaces the code
 * for keys. The use of a key is recorded in parallel to the request.
 */
export function authenticate<D extends CoreDeps>(
  route: Route,
  deps: () => D,
  identify?: Identify<D>,
): ApiMiddleware {
  const rule = route.auth;
  return {
    before: async ({ event, context }) => {
      const caller = await explained(
        rule,
        header(event, 'authorization'),
        identify ? identify(event, deps(), route) : callerOf(event, rule, deps()),
      );
      context.progress.caller = caller;
      // HEAD has no effect.
      if ('keyId' in caller && event.httpMethod !== 'HEAD') {
        const { authorizer } = event.requestContext;
        const isMetered = route.limit === 'registry';
        noteUse(caller, isMetered ? { withOthers: meteredWithOthers(authorizer) } : null, deps());
      }
    },
  };
}

/**
 * Explains the error in an `Authorization` header without a valid credential for this path, in
 * addition to the contract's message.
 */
async function explained(
  rule: AuthRule,
  authorization: string | undefined,
  finding: Promise<Caller>,
): Promise<Caller> {
  try {
    return await finding;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const why = whyRefused(rule, authorization, error.message);
    if (why === null) throw error;
    throw described(error, why);
  }
}

function whyRefused(
  rule: AuthRule,
  authorization: string | undefined,
  message: string,
): string | null {
  if (noCredential.has(message)) return whyUnread(authorization);
  const credential = bearerCredential(authorization);
  return credential !== null && wrongCredential.has(message) ? whyWrong(rule, credential) : null;
}

async function callerOf(
  event: APIGatewayProxyEvent,
  rule: AuthRule,
  deps: CoreDeps,
): Promise<Caller> {
  if (rule.scheme === 'none') return { kind: 'anonymous' };
  if (rule.scheme === 'operator') {
    const principal = event.requestContext.identity.userArn;
    if (!principal) throw apiErrors.forbidden();
    return { kind: 'operator', principal };
  }
  if (rule.scheme === 'oauth' || rule.scheme === 'any')
    throw new Error('a row that takes access tokens needs `byAccessToken`');
  const caller =
    readAuthorizerContext(event.requestContext.authorizer) ??
    (await resolveKey(deps, bearerCredential(header(event, 'authorization'))));
  admit(rule, caller);
  return caller;
}
