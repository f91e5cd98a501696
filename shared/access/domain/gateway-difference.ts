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
 * The possible differences between API Gateway and the table for a valid key: no gateway key with
 * its value; a disabled one; one in another plan or in none; one that the table has not recorded.
 */
const differences = ['missing', 'disabled', 'misplaced', 'unrecorded'] as const;
export type Difference = (typeof differences)[number];

/** The gateway key with the value that the authorizer returns. */
export interface HeldInPlan {
  readonly id: string;
  readonly enabled: boolean;
  /** Its plan among ours; null if it is in none. */
  readonly planId: string | null;
}

/** The plan that matches a key's limits: its id in API Gateway, and its label in the key's item. */
export interface RightPlan {
  readonly id: string;
  readonly label: string;
}

/** The difference to fix for a key in this plan; null if there is none. */
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

/**
 * Whether the authorizer returns the gateway key, now or in some minutes: a wrong one makes calls
 * fail.
 */
export function isNamed(recorded: RecordedGatewayKey, { label }: RightPlan): boolean {
  return recorded.gatewayKeyId !== null && recorded.gatewayPlan === label;
}

/**
 * Whether this many gateway keys with unknown API keys can be deleted. Interrupted revocations and
 * a restored table leave a few; if half of all are unknown, this is probably the wrong table, so an
 * operator must decide.
 */
export function mayRemoveUnknown(unknown: number, ours: number, byOperator: boolean): boolean {
  return byOperator || unknown <= 10 || unknown * 2 <= ours;
}
