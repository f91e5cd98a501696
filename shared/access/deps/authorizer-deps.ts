import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { environment, UsagePlanEnvironment } from '../../kernel/settings/env.ts';

export interface AuthorizerDeps extends CoreDeps {
  /** Values of the API Gateway keys that callers without one of their own are metered under. */
  readonly sharedKeys: { readonly anonymous: string; readonly overflow: string };
  /** The stack that has made the plans that keys are in; null: nothing is metered by key. */
  readonly planStack: string | null;
}

/** The composition root of the authorizer in front of the usage-plan routes. */
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
