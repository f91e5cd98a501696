import { type RateLimits, registryLimits } from '../../kernel/domain/rate-window.ts';

/** The usage plans of API keys, from the narrowest to the widest. */
export const planNames = ['standard', 'large', 'wide'] as const;
export type PlanName = (typeof planNames)[number];

/** The largest limits of keys in each plan; null: any. */
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

/** The narrowest plan for a key's own limits; null: it has none, and the contract's apply. */
export function planFor(limits: RateLimits | null): PlanName {
  if (limits === null) return 'standard';
  const fitting = planNames.find((name) => {
    const most = planLimits[name];
    return most === null || (limits.perMinute <= most.perMinute && limits.perDay <= most.perDay);
  });
  return fitting ?? 'wide';
}

/**
 * API Gateway's limits for each key in a plan.
 *
 * They are looser than the exact count in the table, so that they never refuse a call that the
 * count allows. The count resets with each UTC minute, so the calls of two minutes can arrive
 * together, which takes twice the limit in the bucket. The same amount is added for calls that the
 * count refuses, which also use up the bucket, and for clock differences. For the same reason the
 * daily quota is ten times the key's. If allowed calls could use up a plan's bucket before the
 * stage's own, the plan gets the stage's limits.
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
  // API Gateway has one fixed message for a used-up quota, which names the contract's limits.
  return { throttle, perDay: plan === 'standard' ? 10 * limits.perDay : null };
}

/**
 * The delay before the authorizer returns a gateway key that was put into its plan, in
 * milliseconds: API Gateway's data plane gets it some time later, and answers 403 until then.
 */
const propagation = 300_000;

/** The gateway key and plan recorded in a key's item. */
export interface RecordedGatewayKey {
  readonly gatewayKeyId: string | null;
  /** A `planLabel`; absent before it was put into a plan. */
  readonly gatewayPlan?: string | undefined;
  /** Since when; absent if there is no plan. */
  readonly gatewaySince?: string | undefined;
}

/**
 * The label of a gateway key's plan in a key's item. It contains the unique id of the stack that
 * created the plan, so a plan of the same name in a rebuilt stack has another label.
 */
export function planLabel(plan: PlanName, stack: string): string {
  return `${stack}/${plan}`;
}

/** A value for a gateway key: opaque, and never reused after its release. */
export function newGatewayValue(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(20)).toString('hex');
}

/** Days without a metered call after which a key's gateway key is released. */
const idleDays = 30;

/**
 * Whether a key was not metered for thirty whole UTC days. `meteredOn` is a day, YYYY-MM-DD; absent
 * if it never was.
 */
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

/**
 * Whether API Gateway meters the key separately: it has had its own gateway key long enough, in the
 * right plan.
 */
export function isMeteredAlone(
  { gatewayKeyId, gatewayPlan, gatewaySince }: RecordedGatewayKey,
  plan: string,
  now: Date,
): boolean {
  if (gatewayKeyId === null || gatewaySince === undefined) return false;
  return gatewayPlan === plan && now.getTime() - Date.parse(gatewaySince) >= propagation;
}

/**
 * Calls of one Partner Key in a UTC minute, in total for all partner routes; the window is in
 * milliseconds.
 */
export const partnerLimit = { kind: 'partner_call', max: 600, window: 60_000 } as const;
