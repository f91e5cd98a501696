import { transact } from '../../kernel/db/transact.ts';
import { metrics } from '../../kernel/domain/metric.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
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

/** The maximum number of sessions that a run asks about. The next run continues. */
const mostQuestions = 1_000;

/** A provider with this many failures in a run is skipped until the next run. */
const mostFailures = 5;

/** After this many errors that are not a provider's, a run ends. */
const mostErrors = 5;

/** With less time left, in milliseconds, no further questions are asked: a bridge may take eight seconds. */
const reserve = 20_000;

/** The result of asking about a session. */
type Outcome =
  /** A report was lost: the payment has now settled its invoice. */
  | 'settled'
  /** Nothing new: not paid, not final, already known, or money that settles nothing. */
  | 'nothing'
  /** The provider gave no answer and will be asked again. */
  | 'failed'
  /** The provider gave no answer and will not be asked again. */
  | 'given_up';

/** How often each result occurred in a run. */
export type Questions = Readonly<Record<Outcome, number>>;

/**
 * Asks the providers about payments that started a while ago without a final report, and handles each answer like a
 * report. Repeated questions, reports in the meantime and interrupted runs have no second effect, because the claims
 * are those of reports.
 *
 * Throws at the end if something other than a provider failed; the next run asks about those sessions.
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
    // One from each list, in parallel, so that no list waits for another.
    const next = await Promise.all(lists.map(async (list) => ({ list, ...(await list.next()) })));
    const due = next.filter(({ done }) => done !== true);
    lists = due.map(({ list }) => list);
    for (const outcome of await Promise.all(due.map(({ value }) => ask(value)))) {
      if (outcome === null) continue;
      counts[outcome] += 1;
      asked += 1;
    }
  }
  for (const Outcome of metrics.PaymentChecks.dimensions.Outcome) {
    const value = counts[Outcome];
    if (value > 0) deps.log.measure({ metric: 'PaymentChecks', value, dimensions: { Outcome } });
  }
  if (errors.length > 0) throw errors[0];
  return counts;
}

/** Null if it is not due, or the provider is skipped. */
async function askOne(
  reference: string,
  failures: Map<PaymentProviderName, number>,
  deps: PaymentDeps,
): Promise<Outcome | null> {
  // The list comes from an index, which may be behind: the session itself decides.
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

/** A final answer: money has arrived, or the current payment has failed. */
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
  return retryOnConflict(async () => {
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
