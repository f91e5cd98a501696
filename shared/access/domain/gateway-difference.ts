import type { RecordedGatewayKey } from './usage-plan.ts';

/*
 * The counterpart of an API key in API Gateway:
 *
 * | State    | Event                                | Next     | Decided by                                         |
 * |----------|--------------------------------------|----------|----------------------------------------------------|
 * | none     | first metered call of a UTC day      | wanted   | `meteredOn < day`, and the event in the same write |
 * | wanted   | made, and put into its plan          | present  | the key is not revoked and has the same value      |
 * | wanted   | API Gateway throttles or fails       | wanted   | the queue delivers the event again                 |
 * | wanted   | the account is full                  | none     | the first metered call of another day asks again   |
 * | wanted   | the key is revoked                   | none     | the record is refused, what was made is removed    |
 * | present  | first metered call of a UTC day      | present  | `meteredOn < day`                                  |
 * | present  | a hand or a rebuild took it away     | wanted   | the comparison, if the same place is recorded      |
 * | present  | thirty days without a metered call   | released | same value, same `meteredOn`; another value is set |
 * | present  | the key is revoked                   | none     | the event of the revocation, or the comparison     |
 * | released | first metered call                   | wanted   | as above, with the other value                     |
 * | released | the next comparison                  | none     | no key has the value                               |
 */

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
