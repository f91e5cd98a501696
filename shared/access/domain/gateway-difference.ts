import type { RecordedGatewayKey } from './usage-plan.ts';

/*
 * The states of the gateway key that belongs to an API key:
 *
 * | State     | Event                              | Next      | Condition                                           |
 * |-----------|------------------------------------|-----------|-----------------------------------------------------|
 * | none      | first metered call of a UTC day    | requested | `meteredOn < day`; the same write stores the event  |
 * | requested | created and put into its plan      | present   | the key is not revoked and has the same value       |
 * | requested | API Gateway throttles or fails     | requested | the queue delivers the event again                  |
 * | requested | the account's quota is used up     | none      | the first metered call of a later day asks again    |
 * | requested | the key is revoked                 | none      | recording is refused, the gateway key is deleted    |
 * | present   | first metered call of a UTC day    | present   | `meteredOn < day`                                   |
 * | present   | deleted in API Gateway             | requested | found by the comparison, if the record is unchanged |
 * | present   | thirty days without a metered call | released  | same value and `meteredOn`; a new value is set      |
 * | present   | the key is revoked                 | none      | by the event of the revocation, or the comparison   |
 * | released  | first metered call                 | requested | as above, with the new value                        |
 * | released  | the next comparison                | none      | no key has the old value                            |
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
