import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import {
  bearerCredential,
  callerOf,
  findValidKey,
  type ValidKey,
} from '../../shared/access/auth/authenticate.ts';
import { authorizerContext, type Finding } from '../../shared/access/auth/authorizer-context.ts';
import { type AuthorizerDeps, authorizerDeps } from '../../shared/access/deps/gateway-deps.ts';
import { isMeteredAlone, planFor, planLabel } from '../../shared/access/domain/usage-plan.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Identifies the caller of a route with a usage plan, so that API Gateway can meter the key.
 *
 * It always returns Allow: the function writes the exact 401 or 403, and gets the result in the
 * authorizer's context instead of looking up the credential again. Never cached.
 */
async function run(
  deps: AuthorizerDeps,
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const credential = bearerCredential(authorizationOf(event));
  const key = credential === null ? null : await findValidKey(deps, credential);
  const isAlone = key !== null && hasMeter(key, deps);
  // Without usage plans no key has a gateway key.
  const withOthers = key === null || isAlone || deps.planStack === null ? null : key.hash;
  return {
    ...allow(event.methodArn, findingOf(credential, key), withOthers),
    usageIdentifierKey: isAlone
      ? key.gatewayValue
      : deps.sharedKeys[key === null ? 'anonymous' : 'overflow'],
  };
}

function findingOf(credential: string | null, key: ValidKey | null): Finding {
  if (credential === null) return { outcome: 'missing' };
  if (key === null) return { outcome: 'invalid' };
  if (key.suspendedBy !== undefined) return { outcome: 'suspended' };
  return { outcome: 'caller', caller: callerOf(key) };
}

/**
 * Whether a key has its own usable gateway key. A key whose gateway key is missing, too new, or in
 * another plan is metered together with others: API Gateway rejects a call (INVALID_API_KEY) if the
 * authorizer returns a key that is in none of the stage's plans, even if the caller's own key is
 * valid.
 */
function hasMeter(key: ValidKey, { planStack, now }: AuthorizerDeps): boolean {
  if (planStack === null) return false;
  return isMeteredAlone(key, planLabel(planFor(key.limits), planStack), now());
}

function authorizationOf(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const entries = Object.entries(event.headers ?? {});
  return entries.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}

function allow(
  methodArn: string,
  finding: Finding,
  withOthers: string | null,
): APIGatewayAuthorizerResult {
  return {
    principalId: finding.outcome === 'caller' ? finding.caller.keyId : finding.outcome,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
    },
    context: authorizerContext(finding, withOthers),
  };
}

export const handler = background(run, authorizerDeps);
