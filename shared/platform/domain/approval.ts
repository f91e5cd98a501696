import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';

/** What any approval has: someone asked for something, and someone else decides in time. Instants are ISO 8601 in UTC. */
export interface Approvable<Status extends string> {
  readonly status: Status;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
}

/** Every status with the commands that it accepts. */
export type ApprovalTransitions<Status extends string, Command extends string> = Readonly<
  Record<Status, Partial<Record<Command, Status>>>
>;

/**
 * The approval in the status that its table gives for a command, where the time allows that: only one that expires is closed after
 * `expiresAt`.
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
