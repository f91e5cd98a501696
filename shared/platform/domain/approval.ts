import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/**
 * The common fields of approvals: one person asks, and another one decides before `expiresAt`. Instants are ISO 8601 in
 * UTC.
 */
export interface Approvable<Status extends string> {
  readonly status: Status;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
}

/** Each status with the commands that it accepts. */
export type ApprovalTransitions<Status extends string, Command extends string> = Readonly<
  Record<Status, Partial<Record<Command, Status>>>
>;

/**
 * The approval with the status that the transition table gives for a command. After `expiresAt` only the status for
 * expired ones is possible.
 */
export function closed<Status extends string, A extends Approvable<Status>>(
  approval: A,
  status: Status | undefined,
  now: string,
): Decision<A, 'closed' | 'expired' | 'not_expired'> {
  if (status === undefined) return refuse('closed');
  const isOver = approval.expiresAt <= now;
  if (isOver !== (status === 'expired')) return refuse(isOver ? 'expired' : 'not_expired');
  return accept({ ...approval, status, decidedAt: now });
}
