import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import {
  afterAnswer,
  isDue,
  newQuestion,
  type PaymentQuestion,
  type QuestionAnswer,
} from './payment-question.ts';

/** Statuses of a checkout session. Only a payment can change the last three. */
export const checkoutStatuses = ['open', 'started', 'paid', 'cancelled', 'expired'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** How long a payer can start a payment, in milliseconds. */
export const checkoutLifetime = 86_400_000;

/** A payment that was started with the provider, and its page. */
interface StartedPayment {
  readonly paymentId: string;
  readonly url: string;
}

/** The fields of a session that its rules use. Instants are ISO 8601 in UTC. */
export interface CheckoutState {
  readonly payment: StartedPayment | null;
  /** The number of payments started in this session. */
  readonly attempts: number;
  readonly expiresAt: string;
  readonly cancelledAt: string | null;
  readonly paidAt: string | null;
  /** When to query the provider for the result; null if no payment was started or the result is known. */
  readonly question: PaymentQuestion | null;
}

export type CheckoutCommand =
  | { readonly type: 'start'; readonly payment: StartedPayment }
  | { readonly type: 'cancel' }
  /** The provider reports that this payment failed, so another can be started. */
  | { readonly type: 'release'; readonly paymentId: string }
  /** Money has arrived. */
  | { readonly type: 'confirm' }
  /** The provider was queried for the result of the payment. */
  | { readonly type: 'ask'; readonly answer: QuestionAnswer };

/** The status that does not accept the command, or another reason. */
export type CheckoutRefusal = CheckoutStatus | 'another_payment' | 'not_due';

/**
 * The transitions of a session. A started payment can be confirmed in every status, because the money has arrived; so
 * the provider is queried in every status as well.
 */
export const checkoutTransitions: Readonly<
  Record<CheckoutStatus, Partial<Record<CheckoutCommand['type'], CheckoutStatus>>>
> = {
  open: { start: 'started', cancel: 'cancelled', confirm: 'paid' },
  started: { cancel: 'cancelled', release: 'open', confirm: 'paid', ask: 'started' },
  paid: {},
  cancelled: { confirm: 'paid', ask: 'cancelled' },
  expired: { confirm: 'paid', ask: 'expired' },
};

export function openSession(now: Date): CheckoutState {
  return {
    payment: null,
    attempts: 0,
    expiresAt: new Date(now.getTime() + checkoutLifetime).toISOString(),
    cancelledAt: null,
    paidAt: null,
    question: null,
  };
}

/** The status at this instant. A session expires without an event. */
export function statusOf(session: CheckoutState, now: string): CheckoutStatus {
  if (session.paidAt !== null) return 'paid';
  if (session.cancelledAt !== null) return 'cancelled';
  if (session.expiresAt <= now) return 'expired';
  return session.payment === null ? 'open' : 'started';
}

/** The session after a command. */
export function decideCheckoutCommand<S extends CheckoutState>(
  session: S,
  command: CheckoutCommand,
  now: string,
): Decision<S, CheckoutRefusal> {
  const status = statusOf(session, now);
  if (nextState(checkoutTransitions, status, command.type) === undefined) return refuse(status);
  switch (command.type) {
    case 'start':
      return accept({
        ...session,
        payment: command.payment,
        attempts: session.attempts + 1,
        question: newQuestion(now),
      });
    case 'cancel':
      return accept({ ...session, cancelledAt: now });
    case 'release':
      // A late notification about an earlier payment does not affect the current one.
      if (session.payment?.paymentId !== command.paymentId) return refuse('another_payment');
      return accept({ ...session, payment: null, question: null });
    case 'confirm':
      return accept({ ...session, paidAt: now, question: null });
    case 'ask': {
      const { question } = session;
      if (!isDue(question, now)) return refuse('not_due');
      return accept({ ...session, question: afterAnswer(question, command.answer, now) });
    }
  }
}
