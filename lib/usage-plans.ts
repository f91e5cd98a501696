import { createHash } from 'node:crypto';
import {
  ApiKey,
  Period,
  type SpecRestApi,
  type ThrottleSettings,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { registryLimits } from '../shared/kernel/domain/rate-window.ts';

/**
 * Values of the two shared gateway keys.
 *
 * They are not secrets: API Gateway takes a key's value only from the authorizer, never from a caller, and only
 * metering depends on it. Derived, so that the authorizer knows them without a look-up.
 */
export function sharedGatewayKeys(stage: string) {
  const value = (name: string) =>
    createHash('sha256').update(`registry gateway key ${stage} ${name}`).digest('hex').slice(0, 40);
  return { anonymous: value('anonymous'), overflow: value('overflow') } as const;
}

/**
 * The coarse guard in front of the limited routes; the exact count is in the table.
 *
 * `standard`: one gateway key per API key, made when the key is issued. `anonymous`: all callers without
 * a valid credential. `overflow`: all keys that have no gateway key, hence far above one key's limits.
 */
export class UsagePlans extends Construct {
  readonly standardPlanId: string;

  constructor(scope: Construct, { api, stage }: { api: SpecRestApi; stage: string }) {
    super(scope, 'UsagePlans');
    const plan = (name: string, limits: { throttle: ThrottleSettings; perDay?: number }) =>
      new UsagePlan(this, name, {
        name: `registry-${stage}-${name.toLowerCase()}`,
        apiStages: [{ api, stage: api.deploymentStage }],
        throttle: limits.throttle,
        ...(limits.perDay && { quota: { limit: limits.perDay, period: Period.DAY } }),
      });
    const shared = (name: string, value: string, throttle: ThrottleSettings) => {
      const key = new ApiKey(this, `${name}Key`, {
        apiKeyName: `registry-${stage}-${name.toLowerCase()}`,
        value,
      });
      plan(name, { throttle }).addApiKey(key);
    };

    const { perMinute, perDay } = registryLimits;
    this.standardPlanId = plan('Standard', {
      throttle: { rateLimit: perMinute / 60, burstLimit: perMinute },
      perDay,
    }).usagePlanId;
    const values = sharedGatewayKeys(stage);
    shared('Anonymous', values.anonymous, { rateLimit: 20, burstLimit: 100 });
    shared('Overflow', values.overflow, { rateLimit: 500, burstLimit: 1000 });
  }
}
