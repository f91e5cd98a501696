const minute = 60_000;
const hour = 60 * minute;

/** When a provider is queried for a payment's result, in milliseconds after its start. */
const questionSteps = [15 * minute, hour, 6 * hour, 24 * hour] as const;

/** The pause after a failed query; it doubles, up to the longest. */
const firstPause = 5 * minute;
const longestPause = hour;

/** How long after the start failed queries are retried. */
const lastTry = 48 * hour;

/** The state of the queries for a session's payment. Instants are ISO 8601 in UTC. */
export interface PaymentQuestion {
  readonly startedAt: string;
  /** When the provider is queried next; null if no longer. */
  readonly askAt: string | null;
  /** The number of failed queries since the last answer. */
  readonly failures: number;
}

/** The provider's answer. `final`: the result is known; `open`: not yet; `failed`: no answer. */
export type QuestionAnswer = 'final' | 'open' | 'failed';

/** The queries for a payment that starts now. */
export function newQuestion(now: string): PaymentQuestion {
  return { startedAt: now, askAt: later(now, questionSteps[0]), failures: 0 };
}

/** Whether the provider must be queried now. */
export function isDue(question: PaymentQuestion | null, now: string): question is PaymentQuestion {
  return question !== null && question.askAt !== null && question.askAt <= now;
}

/** Whether the queries were given up without an answer. */
export function isGivenUp({ askAt, failures }: PaymentQuestion): boolean {
  return askAt === null && failures > 0;
}

/**
 * The state after a query. Missed steps are skipped. A failed query is repeated after a pause, and at the next step at
 * the latest.
 */
export function afterAnswer(
  question: PaymentQuestion,
  answer: QuestionAnswer,
  now: string,
): PaymentQuestion {
  if (answer === 'final') return { ...question, askAt: null, failures: 0 };
  const { startedAt, failures } = question;
  const nextStep =
    questionSteps.map((step) => later(startedAt, step)).find((at) => at > now) ?? null;
  if (answer === 'open') return { ...question, askAt: nextStep, failures: 0 };
  const again = later(now, Math.min(firstPause * 2 ** failures, longestPause));
  const end = later(startedAt, lastTry);
  const inTime = again <= end ? again : null;
  const askAt = nextStep !== null && nextStep < again ? nextStep : inTime;
  return { ...question, askAt, failures: failures + 1 };
}

function later(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) + milliseconds).toISOString();
}
