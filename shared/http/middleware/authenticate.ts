import type { APIGatewayProxyEvent } from 'aws-lambda';
import { admit, bearerCredential, resolveKey } from '../../auth/authenticate.ts';
import type { AuthRule, Caller } from '../../auth/caller.ts';
import { handedOver } from '../../auth/hand-over.ts';
import type { CoreDeps } from '../../deps/core.ts';
import { apiErrors } from '../../errors.ts';
import { header } from '../header.ts';
import type { ApiMiddleware } from '../request.ts';

/** Finds out who calls, and whether the route's rule admits them (401, then 403). */
export function authenticate(rule: AuthRule, deps: () => CoreDeps): ApiMiddleware {
  return {
    before: async ({ event, context }) => {
      context.progress.caller = await callerOf(event, rule, deps());
    },
  };
}

async function callerOf(
  event: APIGatewayProxyEvent,
  rule: AuthRule,
  { table }: CoreDeps,
): Promise<Caller> {
  if (rule.scheme === 'none') return { kind: 'anonymous' };
  if (rule.scheme === 'operator') {
    const principal = event.requestContext.identity.userArn;
    if (!principal) throw apiErrors.forbidden();
    return { kind: 'operator', principal };
  }
  const caller =
    handedOver(event.requestContext.authorizer) ??
    (await resolveKey(table, bearerCredential(header(event, 'authorization'))));
  admit(rule, caller);
  return caller;
}
