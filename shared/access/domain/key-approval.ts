import { type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import {
  type Approvable,
  type ApprovalTransitions,
  closed,
} from '../../platform/domain/approval.ts';

/** The status of a call that requires the approval of the key's owner. */
export const keyApprovalStatuses = [
  'pending',
  'carried_out',
  'failed',
  'declined',
  'expired',
] as const;
export type KeyApprovalStatus = (typeof keyApprovalStatuses)[number];

/** How long the owner can approve, in milliseconds. */
export const keyApprovalLifetime = 3 * 86_400_000;

/**
 * The number of approvals that a key can request in a UTC day: its owner gets an email for each.
 */
export const asksPerDay = 50;

type KeyApprovalCommand = 'approve' | 'fail' | 'decline';

/**
 * Every status with its accepted commands. The result of an owner's approval:
 *
 * | at the approval | status | the owner sees |
 * |---|---|---|
 * | the call succeeds | carried_out | what was done |
 * | the call is refused by a rule: already paid, voucher used | failed | the error |
 * | the subject, its name or its amount has changed | failed | `approval.outdated` |
 * | the key is revoked or has expired; after a rotation its successor acts | failed | `api_key.invalid` |
 * | a right is missing, or a daily limit used up | pending | the error; they can approve again |
 * | another approval or a refusal was first | unchanged | that result |
 * | 72 hours have passed | expired, which is not stored | that |
 */
export const keyApprovalTransitions: ApprovalTransitions<KeyApprovalStatus, KeyApprovalCommand> = {
  pending: { approve: 'carried_out', fail: 'failed', decline: 'declined' },
  carried_out: {},
  failed: {},
  declined: {},
  expired: {},
};

/**
 * The approval after a command. `basis` is the current state of the call's subject, if that must
 * not have changed.
 */
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

/**
 * The id of a new approval: the time of the request comes first, as in a version 7 UUID, so approvals
 * are listed in their order.
 */
export function keyApprovalId(uuid: string, now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`;
}

/** The status at an instant: a pending approval whose deadline has passed is expired. */
export function shownStatus(
  { status, expiresAt }: Pick<Approvable<KeyApprovalStatus>, 'status' | 'expiresAt'>,
  now: string,
): KeyApprovalStatus {
  return status === 'pending' && expiresAt <= now ? 'expired' : status;
}
