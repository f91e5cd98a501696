import type { environment, UsagePlansEnvironment } from '../../kernel/settings/env.ts';
import type { PlanName } from '../domain/usage-plan.ts';

/** The usage plans of a deployment. */
export interface UsagePlanIds {
  /** The stack that has made them. */
  readonly stack: string;
  readonly planIds: Readonly<Record<PlanName, string>>;
}

/** The plans as the environment has them; null where it has not all of them. */
export function planIdsOf({
  USAGE_PLAN_STACK: stack,
  USAGE_PLAN_STANDARD: standard,
  USAGE_PLAN_LARGE: large,
  USAGE_PLAN_WIDE: wide,
}: ReturnType<typeof environment<typeof UsagePlansEnvironment>>): UsagePlanIds | null {
  if (!stack || !standard || !large || !wide) return null;
  return { stack, planIds: { standard, large, wide } };
}
