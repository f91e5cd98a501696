import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';

/** How the records of a provider and the registry differ. */
export const paymentCaseKinds = [
  /** Paid at the provider, without a matching checkout here. */
  'unmatched',
  /** The amount or currency differs from the invoice's. */
  'amount',
  /** Paid at the provider, but the invoice was void. */
  'void',
  /** Paid at the provider, but the item accepts no payment. */
  'refused',
  'duplicate',
  /** Settled here, but missing from the provider's statement. */
  'missing',
  /** Settled here, and refunded by the provider. */
  'returned',
  /** Settled here, and charged back by the payer's bank. */
  'charged_back',
] as const;
export type PaymentCaseKind = (typeof paymentCaseKinds)[number];

export const paymentCaseStatuses = ['open', 'taken', 'closed'] as const;
export type PaymentCaseStatus = (typeof paymentCaseStatuses)[number];

/** The transitions of a case. A case can be taken over from another operator. */
export const paymentCaseTransitions: Readonly<
  Record<PaymentCaseStatus, Partial<Record<'take' | 'close', PaymentCaseStatus>>>
> = {
  open: { take: 'taken' },
  taken: { take: 'taken', close: 'closed' },
  closed: {},
};

/** The fields of a case that its rules use. Instants are ISO 8601 in UTC. */
export interface PaymentCaseState {
  readonly statusId: PaymentCaseStatus;
  /** The operator in charge. */
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

/** A new case, without an owner. */
export const openCase: PaymentCaseState = {
  statusId: 'open',
  owner: null,
  takenAt: null,
  closedAt: null,
  closedBy: null,
  reason: null,
};

/** The case after an operator's command; refused with the status that does not accept it. */
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

/** The kind of case for money that a rule refuses with this reason. */
export function kindOfRefusal(reason: string): PaymentCaseKind {
  if (reason === 'amount' || reason === 'currency') return 'amount';
  return reason === 'invoice_void' || reason === 'invoice_not_open' ? 'void' : 'refused';
}
