import { type CoreDeps, coreDeps } from '../kernel/deps/core.ts';
import { environment, UsagePlanEnvironment } from '../kernel/env.ts';

export interface AuthorizerDeps extends CoreDeps {
  /** Values of the API Gateway keys that callers without one of their own are metered under. */
  readonly gatewayKeys: { readonly anonymous: string; readonly overflow: string };
}

/** The composition root of the authorizer in front of the usage-plan routes. */
export function authorizerDeps(): AuthorizerDeps {
  const { ANONYMOUS_GATEWAY_KEY, OVERFLOW_GATEWAY_KEY } = environment(UsagePlanEnvironment);
  return {
    ...coreDeps(),
    gatewayKeys: { anonymous: ANONYMOUS_GATEWAY_KEY, overflow: OVERFLOW_GATEWAY_KEY },
  };
}
