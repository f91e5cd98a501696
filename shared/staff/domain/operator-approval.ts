import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import { type ApprovalTransitions, closed } from '../../platform/domain/approval.ts';

/** The actions that need a second operator, by their names in the setting. */
export const operatorActs = [
  'vouchers',
  'representatives',
  'email_addresses',
  'permit_numbers',
  'tax_state',
  'keys',
  'identity_verifications',
  'staff',
] as const;
export type OperatorAct = (typeof operatorActs)[number];

export const approvalStatuses = [
  'pending',
  'carried_out',
  'refused',
  'withdrawn',
  'expired',
] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** How long a request can be approved, in milliseconds: three days, to include a weekend. */
export const approvalLifetime = 72 * 3_600_000;

/** Every status with its accepted commands. */
export const approvalTransitions: ApprovalTransitions<
  ApprovalStatus,
  'approve' | 'refuse' | 'withdraw' | 'expire'
> = {
  pending: {
    approve: 'carried_out',
    refuse: 'refused',
    withdraw: 'withdrawn',
    expire: 'expired',
  },
  carried_out: {},
  refused: {},
  withdrawn: {},
  expired: {},
};

/** The part of an approval that its rules use. Instants are ISO 8601 in UTC. */
export interface ApprovalState {
  readonly status: ApprovalStatus;
  /** SHA-256 of the request. */
  readonly digest: string;
  /** SHA-256 of the data that it changes, at the time of the request. */
  readonly basis: string;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  /** The principal; null while it is pending, or if it expired. */
  readonly decidedBy: string | null;
}

export type ApprovalCommand =
  | { readonly type: 'approve'; readonly digest: string; readonly basis: string }
  | { readonly type: 'refuse' }
  | { readonly type: 'withdraw' }
  | { readonly type: 'expire' };

/** The author of a command: identities are those of `operatorIdentity`. */
export interface ApprovalBy {
  readonly principal: string | null;
  /** Whether this operator may be the same person as the one who made the request. */
  readonly isRequester: boolean;
}

export type ApprovalRefusal =
  | 'closed'
  /** It has expired, which is not stored yet. */
  | 'expired'
  /** The same principal already made the same decision: a repeat. */
  | 'done_before'
  | 'same_operator'
  | 'not_requester'
  | 'other_request'
  | 'outdated'
  | 'not_expired';

/**
 * The approval after a command. If the data has changed since, it stays pending: it can be
 * withdrawn, or the data may change back.
 */
export function decideApproval<A extends ApprovalState>(
  approval: A,
  command: ApprovalCommand,
  { principal, isRequester }: ApprovalBy,
  now: string,
): Decision<A, ApprovalRefusal> {
  const status = nextState(approvalTransitions, approval.status, command.type);
  const step = closed(approval, status, now);
  if (!step.ok) {
    const isDone = step.reason === 'closed' && isRepeat(approval, command, principal);
    return isDone ? refuse('done_before') : step;
  }
  if (command.type === 'expire') return accept({ ...step.next, decidedBy: null });
  if (command.type === 'withdraw' && !isRequester) return refuse('not_requester');
  if (command.type === 'approve') {
    if (isRequester) return refuse('same_operator');
    if (command.digest !== approval.digest) return refuse('other_request');
    if (command.basis !== approval.basis) return refuse('outdated');
  }
  return accept({ ...step.next, decidedBy: principal });
}

const doneBy: Readonly<Partial<Record<ApprovalStatus, ApprovalCommand['type']>>> = {
  carried_out: 'approve',
  refused: 'refuse',
  withdrawn: 'withdraw',
};

function isRepeat(
  { status, digest, decidedBy }: ApprovalState,
  command: ApprovalCommand,
  principal: string | null,
): boolean {
  if (doneBy[status] !== command.type || decidedBy !== principal) return false;
  return command.type !== 'approve' || command.digest === digest;
}
