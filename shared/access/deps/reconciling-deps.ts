import { type CoreDeps, coreDeps } from '../../kernel/deps/core.ts';
import { pause } from '../../kernel/runtime/deadline.ts';
import { environment, UsagePlansEnvironment } from '../../kernel/settings/env.ts';
import { type GatewayKeys, noGatewayKeys, openGatewayKeys } from '../aws/gateway-keys.ts';
import { planIdsOf } from './plan-ids.ts';

export interface ReconcilingDeps extends CoreDeps {
  readonly gatewayKeys: GatewayKeys;
  /** Waits between two changes, so that the account's calls to API Gateway are left to others, too. */
  pace(): Promise<void>;
}

/** The composition root of what compares the table and API Gateway. */
export function reconcilingDeps(): ReconcilingDeps {
  const core = coreDeps();
  const plans = planIdsOf(environment(UsagePlansEnvironment));
  return {
    ...core,
    // Nobody waits: it rather waits for API Gateway than fails.
    gatewayKeys:
      plans === null
        ? noGatewayKeys
        : openGatewayKeys({ stage: core.stage, ...plans, attempts: 6 }),
    pace: () => pause(300),
  };
}
