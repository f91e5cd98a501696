import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** In what a provider and the registry differ about money. */
export const paymentCaseKinds = [
  /** Paid there, and no checkout here is meant. */
  'unmatched',
  /** Another amount or currency than the invoice's. */
  'amount',
  /** Paid there, but the payment was no longer due here. */
  'void',
  /** Paid there, and what it was for takes no payment. */
  'refused',
  /** Paid twice. */
  'duplicate',
  /** Settled here, and not on the provider's statement. */
  'missing',
  /** Settled here, and given back to the payer by the provider. */
  'returned',
  /** Settled here, and taken back by the payer's bank. */
  'charged_back',
] as const;
export type PaymentCaseKind = (typeof paymentCaseKinds)[number];

export const paymentCaseStatuses = ['open', 'taken', 'closed'] as const;
export type PaymentCaseStatus = (typeof paymentCaseStatuses)[number];

/** Every status with the commands that it accepts. A case that someone has taken can be taken over. */
export const paymentCaseTransitions: Readonly<
  Record<PaymentCaseStatus, Partial<Record<'take' | 'close', PaymentCaseStatus>>>
> = {
  open: { take: 'taken' },
  taken: { take: 'taken', close: 'closed' },
  closed: {},
};

/** The part of a case that its rules use. Instants are ISO 8601 in UTC. */
export interface PaymentCaseState {
  readonly statusId: PaymentCaseStatus;
  /** The operator who sees to it. */
  readonly owner: string | null;
  readonly takenAt: string | null;
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  /** How it was resolved. */
  readonly reason: string | null;
}

export type PaymentCaseCommand =
  | { readonly type: 'take' }
  | { readonly type: 'close'; readonly reason: string };

/** A case that nobody has taken yet. */
export const openCase: PaymentCaseState = {
  statusId: 'open',
  owner: null,
  takenAt: null,
  closedAt: null,
  closedBy: null,
  reason: null,
};

/** The case after a command of an operator; refused with the status that does not take it. */
export function decidePaymentCase<C extends PaymentCaseState>(
  paymentCase: C,
  command: PaymentCaseCommand,
  by: string,
  now: string,
): Decision<C, PaymentCaseStatus> {
  const statusId = nextState(paymentCaseTransitions, paymentCase.statusId, command.type);
  if (statusId === undefined) return refuse(paymentCase.statusId);
  return command.type === 'take'
    ? accept({ ...paymentCase, statusId, owner: by, takenAt: now })
    : accept({ ...paymentCase, statusId, closedAt: now, closedBy: by, reason: command.reason });
}

/** The kind of case that money makes which a rule refuses with this reason. */
export function kindOfRefusal(reason: string): PaymentCaseKind {
  if (reason === 'amount' || reason === 'currency') return 'amount';
  return reason === 'invoice_void' || reason === 'invoice_not_open' ? 'void' : 'refused';
}
