import { type RateLimits, registryLimits } from '../../kernel/domain/rate-window.ts';

/** The usage plans of API keys, from the narrowest to the widest. */
export const planNames = ['standard', 'large', 'wide'] as const;
export type PlanName = (typeof planNames)[number];

/** The largest limits of the keys in each plan; null: any. */
const planLimits: Readonly<Record<PlanName, RateLimits | null>> = {
  standard: registryLimits,
  large: { perMinute: 250, perDay: 25_000 },
  wide: null,
};

/** API Gateway's limit: a bucket of `burstLimit` calls that refills with `rateLimit` calls a second. */
export interface Throttle {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

/** The default `throttle` of a stage, for all callers together. */
export const stageThrottle: Throttle = { rateLimit: 500, burstLimit: 1_000 };

/** The narrowest plan for a key's own limits; null: it has none, and the contract's hold. */
export function planFor(limits: RateLimits | null): PlanName {
  if (limits === null) return 'standard';
  const fitting = planNames.find((name) => {
    const most = planLimits[name];
    return most === null || (limits.perMinute <= most.perMinute && limits.perDay <= most.perDay);
  });
  return fitting ?? 'wide';
}

/**
 * The limits of API Gateway for each key in a plan.
 *
 * They are looser than the exact count in the table, so that everything that passes there passes here. That
 * count starts again with each UTC minute: the calls of two minutes can arrive together, which takes twice
 * the limit in the bucket. As much again is for calls that the count has refused, which also take from the
 * bucket, and for clocks that differ. The daily quota is ten times the key's for the same reason. If API
 * Gateway would empty a plan's bucket before the stage's own one with calls that are within the limits, the
 * plan has the stage's.
 */
export function meteringOf(
  plan: PlanName,
  stage: Throttle = stageThrottle,
): {
  readonly throttle: Throttle;
  readonly perDay: number | null;
} {
  const limits = planLimits[plan];
  if (limits === null) return { throttle: stage, perDay: null };
  const throttle = {
    rateLimit: (2 * limits.perMinute) / 60,
    burstLimit: 4 * limits.perMinute,
  };
  // API Gateway answers a used-up quota with one sentence, which is that of the contract's limits.
  return { throttle, perDay: plan === 'standard' ? 10 * limits.perDay : null };
}

/**
 * How long a key of API Gateway is not named yet after it was put into its plan, in milliseconds: its data plane
 * hears of it some time later, and answers 403 until then.
 */
const propagation = 300_000;

/** The key's place in API Gateway, as its item records it. */
export interface RecordedGatewayKey {
  readonly gatewayKeyId: string | null;
  /** A `planLabel`; absent until it was put into a plan. */
  readonly gatewayPlan?: string | undefined;
  /** Since when; absent like the plan. */
  readonly gatewaySince?: string | undefined;
}

/**
 * How a key's item names the plan that its gateway key is in: `stack` is the stack that has made the plan, by an id
 * that no other has, so that nobody takes it for the plan of the same name that a rebuild makes.
 */
export function planLabel(plan: PlanName, stack: string): string {
  return `${stack}/${plan}`;
}

/** A value for a gateway key: opaque, and never used again once it was let go of. */
export function newGatewayValue(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(20)).toString('hex');
}

/** Days without a metered call after which a key's counterpart in API Gateway is released. */
const idleDays = 30;

/** Whether a key was not metered for thirty whole UTC days. `meteredOn` is a day, YYYY-MM-DD; absent: it never was. */
export function isIdle(
  {
    createdAt,
    gatewaySince = createdAt,
  }: Pick<RecordedGatewayKey, 'gatewaySince'> & { readonly createdAt: string },
  meteredOn: string | undefined,
  now: Date,
): boolean {
  const since = gatewaySince.slice(0, 10);
  const last = meteredOn !== undefined && meteredOn > since ? meteredOn : since;
  return now.getTime() - Date.parse(last) >= (idleDays + 1) * 86_400_000;
}

/** Whether API Gateway meters the key by its own: it has one, for long enough, in the plan that it should be in. */
export function isMeteredAlone(
  { gatewayKeyId, gatewayPlan, gatewaySince }: RecordedGatewayKey,
  plan: string,
  now: Date,
): boolean {
  if (gatewayKeyId === null || gatewaySince === undefined) return false;
  return gatewayPlan === plan && now.getTime() - Date.parse(gatewaySince) >= propagation;
}

/** Calls of one Partner Key in a UTC minute, over all partner routes together; the window in milliseconds. */
export const partnerLimit = { kind: 'partner_call', max: 600, window: 60_000 } as const;
