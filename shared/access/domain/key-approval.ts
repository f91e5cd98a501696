import { type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import {
  type Approvable,
  type ApprovalTransitions,
  closed,
} from '../../platform/domain/approval.ts';

/** What became of a call that waits for the approval of the key's owner. */
export const keyApprovalStatuses = [
  'pending',
  'carried_out',
  'failed',
  'declined',
  'expired',
] as const;
export type KeyApprovalStatus = (typeof keyApprovalStatuses)[number];

/** For how long the owner can approve, in milliseconds. */
export const keyApprovalLifetime = 7 * 86_400_000;

/** How many approvals a key can ask for in a UTC day: its owner gets an email of each. */
export const asksPerDay = 50;

type KeyApprovalCommand = 'approve' | 'fail' | 'decline';

/**
 * Every status with the commands that it accepts. What the owner's approval meets:
 *
 * | at the approval | status | the owner sees |
 * |---|---|---|
 * | the call succeeds | carried_out | what was done |
 * | the call is refused by a rule: paid before, voucher used | failed | the refusal |
 * | what it is about, its name or its amount has changed | failed | `approval.outdated` |
 * | the key is revoked or has expired; after a rotation its successor acts | failed | `api_key.invalid` |
 * | a right is missing, or a daily limit used up | pending | the refusal; they can approve again |
 * | another approval or a refusal was first | as that left it | that |
 * | seven days are over | expired, which is not stored | that |
 */
export const keyApprovalTransitions: ApprovalTransitions<KeyApprovalStatus, KeyApprovalCommand> = {
  pending: { approve: 'carried_out', fail: 'failed', decline: 'declined' },
  carried_out: {},
  failed: {},
  declined: {},
  expired: {},
};

/** The approval after a command. `basis` is what the call is about, as it is now, where that must not have changed. */
export function decideKeyApproval<A extends Approvable<KeyApprovalStatus>>(
  approval: A,
  command: KeyApprovalCommand,
  now: string,
  basis?: { readonly asked: string; readonly now: string },
): Decision<A, 'closed' | 'expired' | 'not_expired' | 'outdated'> {
  const status = nextState(keyApprovalTransitions, approval.status, command);
  const step = closed(approval, status, now);
  return step.ok && basis !== undefined && basis.asked !== basis.now ? refuse('outdated') : step;
}

/** The status at an instant: what still waits when its time is over has expired. */
export function shownStatus(
  { status, expiresAt }: Pick<Approvable<KeyApprovalStatus>, 'status' | 'expiresAt'>,
  now: string,
): KeyApprovalStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}
