import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import {
  afterAnswer,
  isDue,
  newQuestion,
  type PaymentQuestion,
  type QuestionAnswer,
} from './payment-question.ts';

/** Statuses of a checkout session. Only a payment leads out of the last three. */
export const checkoutStatuses = ['open', 'started', 'paid', 'cancelled', 'expired'] as const;
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** How long a payer can start a payment, in milliseconds. */
export const checkoutLifetime = 86_400_000;

/** A payment that was started with the provider, and the page on which it is made. */
interface StartedPayment {
  readonly paymentId: string;
  readonly url: string;
}

/** The part of a session that its rules use. Instants are ISO 8601 in UTC. */
export interface CheckoutState {
  readonly payment: StartedPayment | null;
  /** How many payments have been started in this session. */
  readonly attempts: number;
  readonly expiresAt: string;
  readonly cancelledAt: string | null;
  readonly paidAt: string | null;
  /** When to ask for the payment's result; null if no payment was started or the result is known. */
  readonly question: PaymentQuestion | null;
}

export type CheckoutCommand =
  | { readonly type: 'start'; readonly payment: StartedPayment }
  | { readonly type: 'cancel' }
  /** The provider says that this payment came to nothing: another one can be started. */
  | { readonly type: 'release'; readonly paymentId: string }
  /** Money has arrived. */
  | { readonly type: 'confirm' }
  /** The provider was asked what became of the payment. */
  | { readonly type: 'ask'; readonly answer: QuestionAnswer };

/** A command is refused with the status that does not take it. */
export type CheckoutRefusal = CheckoutStatus | 'another_payment' | 'not_due';

/**
 * Every status with the commands it accepts. A payment that was started can be confirmed whatever has happened
 * to the session since: the money is there. So the provider is asked about it as well.
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

/** A new session, open for a day. */
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

/** The status at this instant: a session expires by the clock, without an event. */
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
      // A late report on an earlier payment says nothing about the one under way.
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
