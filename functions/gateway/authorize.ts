import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import {
  bearerCredential,
  callerOf,
  findValidKey,
  type ValidKey,
} from '../../shared/access/auth/authenticate.ts';
import { type Finding, handOver } from '../../shared/access/auth/hand-over.ts';
import { type AuthorizerDeps, authorizerDeps } from '../../shared/access/deps/gateway-deps.ts';
import { isMeteredAlone, planFor, planLabel } from '../../shared/access/domain/usage-plan.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Finds out who calls a route of the usage plan, so that API Gateway can meter the key.
 *
 * It always answers Allow: the function behind it writes the exact 401 or 403, and gets the finding in
 * the authorizer's context instead of looking the credential up again. Never cached.
 */
async function run(
  deps: AuthorizerDeps,
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const credential = bearerCredential(authorizationOf(event));
  const key = credential === null ? null : await findValidKey(deps, credential);
  return allow(event.methodArn, findingOf(credential, key), meterKey(key, deps));
}

function findingOf(credential: string | null, key: ValidKey | null): Finding {
  if (credential === null) return { outcome: 'missing' };
  if (key === null) return { outcome: 'invalid' };
  if (key.suspendedBy !== undefined) return { outcome: 'suspended' };
  return { outcome: 'caller', caller: callerOf(key) };
}

/**
 * A key is metered together with others if its counterpart in API Gateway is missing, too new, or in another plan. API Gateway
 * refuses a call (INVALID_API_KEY) if the authorizer names a key that is not in one of the stage's plans, even if the caller's
 * own key is valid.
 */
function meterKey(key: ValidKey | null, { sharedKeys, planStack, now }: AuthorizerDeps): string {
  if (key === null) return sharedKeys.anonymous;
  if (planStack === null) return sharedKeys.overflow;
  const plan = planLabel(planFor(key.limits), planStack);
  return isMeteredAlone(key, plan, now()) ? key.gatewayValue : sharedKeys.overflow;
}

function authorizationOf(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const entries = Object.entries(event.headers ?? {});
  return entries.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}

function allow(
  methodArn: string,
  finding: Finding,
  usageIdentifierKey: string,
): APIGatewayAuthorizerResult {
  return {
    principalId: finding.outcome === 'caller' ? finding.caller.keyId : finding.outcome,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
    },
    usageIdentifierKey,
    context: handOver(finding),
  };
}

export const handler = background(run, authorizerDeps);
