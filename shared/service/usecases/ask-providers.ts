import { transact } from '../../kernel/db/transact.ts';
import { metrics } from '../../kernel/domain/metric.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { WebhookOutcome } from '../../payments/contracts/payment-contract.ts';
import {
  checkoutSessionWrite,
  dueQuestions,
  findCheckoutSession,
  type StoredCheckoutSession,
} from '../../payments/db/checkout-sessions.ts';
import type { PaymentDeps } from '../../payments/deps/payment-deps.ts';
import { decideCheckoutCommand } from '../../payments/domain/checkout-session.ts';
import {
  type FoundPayment,
  type PaymentProviderName,
  reportOf,
} from '../../payments/domain/payment.ts';
import { isDue, isGivenUp, type QuestionAnswer } from '../../payments/domain/payment-question.ts';
import { receivePaymentEvent } from './confirm-payment.ts';

/** How many sessions one run asks for, at most; the next one continues. */
const mostQuestions = 1_000;

/** A provider that has failed so often in one run is left alone until the next. */
const mostFailures = 5;

/** Errors that are not a provider's, after which a run ends. */
const mostErrors = 5;

/** No further questions are asked with less time left, in milliseconds: a bridge may take eight seconds. */
const reserve = 20_000;

/** What came of a question that was asked. */
type Outcome =
  /** A report had been lost: the payment has settled its invoice now. */
  | 'settled'
  /** Nothing new: not paid, not final, known before, or money that settles nothing. */
  | 'nothing'
  /** The provider gave no answer; it is asked again. */
  | 'failed'
  /** The same, and it is asked no more. */
  | 'given_up';

/** How often each occurred in a run. */
export type Questions = Readonly<Record<Outcome, number>>;

/**
 * Asks the providers what became of the payments that were started a while ago and of which they have not reported a
 * final state, and does what follows from their answers, as if they had been reported. Whatever is asked twice, reported
 * in the meantime or cut off in the middle has its effect once: the claims are those of reports.
 *
 * Throws at the end when something else than a provider failed; those sessions are asked for by the next run.
 */
export async function askProviders(deps: PaymentDeps): Promise<Questions> {
  const counts = { settled: 0, nothing: 0, failed: 0, given_up: 0 };
  const failures = new Map<PaymentProviderName, number>();
  const errors: unknown[] = [];
  const ask = (reference: string) =>
    askOne(reference, failures, deps).catch((error: unknown) => {
      errors.push(error);
      return null;
    });
  let lists = dueQuestions(deps.table, deps.now().toISOString());
  let asked = 0;
  while (
    lists.length > 0 &&
    asked < mostQuestions &&
    errors.length < mostErrors &&
    timeLeft() > reserve
  ) {
    // One of each list, side by side: no list waits for another one.
    const next = await Promise.all(lists.map(async (list) => ({ list, ...(await list.next()) })));
    const due = next.filter(({ done }) => done !== true);
    lists = due.map(({ list }) => list);
    for (const outcome of await Promise.all(due.map(({ value }) => ask(value)))) {
      if (outcome === null) continue;
      counts[outcome] += 1;
      asked += 1;
    }
  }
  for (const Outcome of metrics.PaymentQuestions.dimensions.Outcome) {
    const value = counts[Outcome];
    if (value > 0) deps.log.measure({ metric: 'PaymentQuestions', value, dimensions: { Outcome } });
  }
  if (errors.length > 0) throw errors[0];
  return counts;
}

/** Null when it is not the time, or the provider is left alone. */
async function askOne(
  reference: string,
  failures: Map<PaymentProviderName, number>,
  deps: PaymentDeps,
): Promise<Outcome | null> {
  // The list is of an index: the session itself knows.
  const session = await findCheckoutSession(deps.table, reference);
  if (session === null || !isDue(session.question, deps.now().toISOString())) return null;
  const { provider: name } = session;
  const failed = failures.get(name) ?? 0;
  if (failed >= mostFailures) return null;
  let found: readonly FoundPayment[];
  try {
    found = (await deps.payments.provider(name)?.findPayment?.(reference)) ?? [];
  } catch (error) {
    failures.set(name, failed + 1);
    deps.log.info('a payment provider gave no answer', {
      provider: name,
      cause: error instanceof Error ? error.name : 'unknown error',
    });
    return (await note(reference, 'failed', deps)) === 'given_up' ? 'given_up' : 'failed';
  }
  const outcomes: WebhookOutcome[] = [];
  for (const payment of found) {
    outcomes.push(await receivePaymentEvent(name, reportOf(payment), deps));
  }
  await note(reference, answerOf(found, session), deps);
  return outcomes.includes('settled') ? 'settled' : 'nothing';
}

/** Final: money has arrived, or the payment under way has come to nothing. */
function answerOf(
  found: readonly FoundPayment[],
  { payment: current }: StoredCheckoutSession,
): QuestionAnswer {
  const isFinal = found.some(
    ({ result, paymentId }) =>
      result === 'succeeded' || (result !== 'pending' && paymentId === current?.paymentId),
  );
  return isFinal ? 'final' : 'open';
}

/** Records the answer in the session, unless the question is no longer open. */
function note(
  reference: string,
  answer: QuestionAnswer,
  { table, now }: PaymentDeps,
): Promise<'noted' | 'given_up'> {
  return untilWritten(async () => {
    const session = await findCheckoutSession(table, reference);
    if (session === null) return 'noted';
    const decision = decideCheckoutCommand(session, { type: 'ask', answer }, now().toISOString());
    if (!decision.ok) return 'noted';
    const outcome = await transact(table, { session: checkoutSessionWrite(decision.next) });
    if (outcome.kind !== 'written') return lostRace;
    const { question } = decision.next;
    return question !== null && isGivenUp(question) ? 'given_up' : 'noted';
  });
}
