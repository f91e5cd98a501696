import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import {
  environment,
  UsagePlanEnvironment,
  UsagePlansEnvironment,
} from '../../kernel/settings/env.ts';
import { type GatewayKeys, noGatewayKeys, openGatewayKeys } from '../aws/gateway-keys.ts';
import type { PlanName } from '../domain/usage-plan.ts';

export interface AuthorizerDeps extends CoreDeps {
  /** The values of the shared gateway keys, with which callers without their own are metered. */
  readonly sharedKeys: { readonly anonymous: string; readonly overflow: string };
  /** The id of the stack that created the usage plans; null if calls are not metered by key. */
  readonly planStack: string | null;
}

/** The composition root of the authorizer for usage-plan routes. */
export function authorizerDeps(): AuthorizerDeps {
  const settings = environment(UsagePlanEnvironment);
  return {
    ...coreDeps(),
    sharedKeys: {
      anonymous: settings.ANONYMOUS_GATEWAY_KEY,
      overflow: settings.OVERFLOW_GATEWAY_KEY,
    },
    planStack: settings.USAGE_PLAN_STACK ?? null,
  };
}

/** The usage plans of a deployment. */
interface UsagePlanIds {
  /** The id of the stack that created them. */
  readonly stack: string;
  readonly planIds: Readonly<Record<PlanName, string>>;
}

/** The plans from the environment; null if it does not have all of them. */
export function planIdsOf({
  USAGE_PLAN_STACK: stack,
  USAGE_PLAN_STANDARD: standard,
  USAGE_PLAN_LARGE: large,
  USAGE_PLAN_WIDE: wide,
}: ReturnType<typeof environment<typeof UsagePlansEnvironment>>): UsagePlanIds | null {
  if (!stack || !standard || !large || !wide) return null;
  return { stack, planIds: { standard, large, wide } };
}

export interface ReconcilingDeps extends CoreDeps {
  readonly gatewayKeys: GatewayKeys;
  /** Waits between two changes, to leave part of the account's API Gateway quota to other work. */
  pace(): Promise<void>;
}

/** The composition root of the comparison of the table with API Gateway. */
export function reconcilingDeps(): ReconcilingDeps {
  const core = coreDeps();
  const plans = planIdsOf(environment(UsagePlansEnvironment));
  return {
    ...core,
    // No caller waits, so it retries instead of failing.
    gatewayKeys:
      plans === null
        ? noGatewayKeys
        : openGatewayKeys({ stage: core.stage, ...plans, attempts: 6 }),
    pace: () => pause(300),
  };
}
