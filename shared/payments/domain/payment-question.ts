const minute = 60_000;
const hour = 60 * minute;

/** When a provider is asked what became of a payment: so many milliseconds after its start. */
const questionSteps = [15 * minute, hour, 6 * hour, 24 * hour] as const;

/** The pause after a question that got no answer; it doubles, up to the longest. */
const firstPause = 5 * minute;
const longestPause = hour;

/** A question that gets no answer is asked until so long after the start. */
const lastTry = 48 * hour;

/** A session's record of asking its provider. Instants are ISO 8601 in UTC. */
export interface PaymentQuestion {
  /** When the payment was started. */
  readonly startedAt: string;
  /** When the provider is asked next; null: never again. */
  readonly askAt: string | null;
  /** How often it was asked in vain since it last answered. */
  readonly failures: number;
}

/**
 * The provider's answer. `final`: the result of the payment is known. `open`: not yet. `failed`: no answer.
 */
export type QuestionAnswer = 'final' | 'open' | 'failed';

/** The question about a payment that starts now. */
export function newQuestion(now: string): PaymentQuestion {
  return { startedAt: now, askAt: later(now, questionSteps[0]), failures: 0 };
}

/** Whether it must be asked now. */
export function isDue(question: PaymentQuestion | null, now: string): question is PaymentQuestion {
  return question !== null && question.askAt !== null && question.askAt <= now;
}

/** Whether the provider never answered it, and is not asked again. */
export function isGivenUp({ askAt, failures }: PaymentQuestion): boolean {
  return askAt === null && failures > 0;
}

/**
 * The question after it was asked. Steps that went by in the meantime are not made up for. Without an answer it is asked again
 * after a pause, and at the next step at the latest.
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
