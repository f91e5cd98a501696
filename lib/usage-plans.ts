import { createHash } from 'node:crypto';
import { Aws, Fn, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiKey,
  Period,
  type SpecRestApi,
  type ThrottleSettings,
  UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import {
  meteringOf,
  type PlanName,
  planNames,
  type Throttle,
} from '../shared/access/domain/usage-plan.ts';

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
 * A part of the stack's id that no other stack has, not even the next one with this name. Functions that the API calls
 * may know it, but not the ids of plans: the plans depend on the API's stage, which depends on its functions.
 */
export const usagePlanStack = Fn.select(2, Fn.split('/', Aws.STACK_ID));

export interface UsagePlansProps {
  readonly api: SpecRestApi;
  readonly stage: string;
  /** The stage's limits. */
  readonly ofStage: Throttle;
}

/**
 * The coarse guard in front of the limited routes; the exact count is in the table.
 *
 * `standard`, `large`, `wide`: one gateway key per API key that was metered in the last 30 days; its limits choose the
 * plan. `anonymous`: all callers without a valid credential. `overflow`: all keys that have no gateway key, hence
 * far above one key's limits.
 */
export class UsagePlans extends Construct {
  /** The plans of API keys. */
  readonly planIds: Readonly<Record<PlanName, string>>;
  /** The plans' ids for functions. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, { api, stage, ofStage }: UsagePlansProps) {
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

    const planIdOf = (name: PlanName) => {
      const { throttle, perDay } = meteringOf(name, ofStage);
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      return plan(title, { throttle, ...(perDay !== null && { perDay }) }).usagePlanId;
    };
    // Object.fromEntries loses the type of the names.
    this.planIds = Object.fromEntries(planNames.map((name) => [name, planIdOf(name)])) as Readonly<
      Record<PlanName, string>
    >;
    this.environment = {
      USAGE_PLAN_STACK: usagePlanStack,
      USAGE_PLAN_STANDARD: this.planIds.standard,
      USAGE_PLAN_LARGE: this.planIds.large,
      USAGE_PLAN_WIDE: this.planIds.wide,
    };
    const values = sharedGatewayKeys(stage);
    shared('Anonymous', values.anonymous, { rateLimit: 20, burstLimit: 100 });
    shared('Overflow', values.overflow, ofStage);
  }
  /** To create and remove the gateway keys that meter API keys, and to put them into these plans. */
  get statements(): readonly PolicyStatement[] {
    const { partition, region } = Stack.of(this);
    const collection = `arn:${partition}:apigateway:${region}::`;
    const allow = (action: string, ...paths: readonly string[]) =>
      new PolicyStatement({
        actions: [`apigateway:${action}`],
        resources: paths.map((path) => collection + path),
      });
    const members = Object.values(this.planIds).map((id) => `/usageplans/${id}/keys`);
    const member = members.map((path) => `${path}/*`);
    return [
      allow('GET', '/apikeys', '/apikeys/*', ...members, ...member),
      allow('POST', '/apikeys', ...members),
      allow('PATCH', '/apikeys/*'),
      allow('DELETE', '/apikeys/*', ...member),
    ];
  }

  /** Acknowledges why the policy of a function with these statements has wildcards. */
  acknowledge(owner: Construct): void {
    const collection = 'arn:<AWS::Partition>:apigateway:<AWS::Region>::';
    const reason =
      'API Gateway chooses the ids of keys, so the policy can name only their collections.';
    Validations.of(owner).acknowledge(
      { id: `AwsSolutions-IAM5[Resource::${collection}/apikeys/*]`, reason },
      ...Object.values(this.planIds).map((id) => ({
        id: `AwsSolutions-IAM5[Resource::${collection}/usageplans/<${this.logicalIdOf(id)}>/keys/*]`,
        reason,
      })),
    );
  }

  private logicalIdOf(id: string): string {
    return Stack.of(this).resolve(id).Ref;
  }
}
