import type { RecordedGatewayKey } from './usage-plan.ts';

type GatewayKeyState = 'none' | 'wanted' | 'present' | 'released';
type GatewayKeyCommand =
  /** The first one of a UTC day. */
  | 'metered_call'
  | 'create'
  /** API Gateway throttles or fails: the queue delivers the event again. */
  | 'throttle'
  /** The account has 10,000. */
  | 'no_room'
  /** Someone deleted or moved it, or its plan is gone. */
  | 'lose'
  | 'idle_for_30_days'
  | 'revoke'
  | 'remove';

/** What becomes of the counterpart of an API key in API Gateway. Without one its calls are metered with others. */
export const gatewayKeyTransitions: Readonly<
  Record<GatewayKeyState, Readonly<Partial<Record<GatewayKeyCommand, GatewayKeyState>>>>
> = {
  none: { metered_call: 'wanted' },
  wanted: { create: 'present', throttle: 'wanted', no_room: 'none', revoke: 'none' },
  present: {
    metered_call: 'present',
    lose: 'wanted',
    idle_for_30_days: 'released',
    revoke: 'released',
  },
  released: { metered_call: 'wanted', remove: 'none' },
};

/**
 * How API Gateway can differ from what the table says of a key that is not revoked: it has no key of this value;
 * has one that is disabled; one that is in another plan, or in none; one that the table has not recorded so.
 */
const differences = ['missing', 'disabled', 'misplaced', 'unrecorded'] as const;
export type Difference = (typeof differences)[number];

/** The gateway key with the value that the authorizer names. */
export interface HeldInPlan {
  readonly id: string;
  readonly enabled: boolean;
  /** The plan of our own that it is in; null: none. */
  readonly planId: string | null;
}

/** The plan in which a key's limits put it: its id in API Gateway, and how the key's item names it. */
export interface RightPlan {
  readonly id: string;
  readonly label: string;
}

/** What must be fixed of a key that belongs into this plan. Null: nothing. */
export function differenceOf(
  recorded: RecordedGatewayKey,
  held: HeldInPlan | null,
  plan: RightPlan,
): Difference | null {
  if (held === null) return 'missing';
  if (!held.enabled) return 'disabled';
  if (held.planId !== plan.id) return 'misplaced';
  const isRecorded = recorded.gatewayKeyId === held.id && recorded.gatewayPlan === plan.label;
  return isRecorded ? null : 'unrecorded';
}

/** Whether the authorizer names the gateway key, or will in some minutes: calls fail where it is not right. */
export function isNamed(recorded: RecordedGatewayKey, { label }: RightPlan): boolean {
  return recorded.gatewayKeyId !== null && recorded.gatewayPlan === label;
}

/**
 * Whether so many gateway keys may be removed because the table does not know their keys. A few are left over by
 * revocations that were cut off, and by a restored table; half of all rather say that this is not the right table,
 * and that is for an operator to decide.
 */
export function mayRemoveUnknown(unknown: number, ours: number, byOperator: boolean): boolean {
  return byOperator || unknown <= 10 || unknown * 2 <= ours;
}
