import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  isDue,
  isGivenUp,
  newQuestion,
  type PaymentQuestion,
  type QuestionAnswer,
} from '../../../shared/payments/domain/payment-question.ts';

const startedAt = '2026-03-01T23:50:00.000Z';

/** Returns all polling times in minutes after the start, given the answers. */
function requestedAt(answer: (minutes: number) => QuestionAnswer): readonly number[] {
  const asked: number[] = [];
  let question: PaymentQuestion = newQuestion(startedAt);
  while (question.askAt !== null) {
    const minutes = (Date.parse(question.askAt) - Date.parse(startedAt)) / 60_000;
    asked.push(minutes);
    question = afterAnswer(question, answer(minutes), question.askAt);
  }
  return asked;
}

describe('polling the status of a payment', () => {
  it('happens after 15 minutes and 1, 6 and 24 hours, also over midnight, and then stops', () => {
    expect(requestedAt(() => 'open')).toEqual([15, 60, 360, 1_440]);
  });

  it('stops when the result of the payment is known', () => {
    expect(requestedAt((minutes) => (minutes < 60 ? 'open' : 'final'))).toEqual([15, 60]);
    expect(isGivenUp(afterAnswer(newQuestion(startedAt), 'final', startedAt))).toBe(false);
  });

  it('happens at every step, and with growing pauses in between, while the provider fails', () => {
    const asked = requestedAt(() => 'failed');
    expect(asked.slice(0, 9)).toEqual([15, 20, 30, 50, 60, 120, 180, 240, 300]);
    expect(asked).toEqual(expect.arrayContaining([15, 60, 360, 1_440]));
    expect(asked.at(-1)).toBe(2_880);
    expect(asked.length).toBeLessThan(60);
  });

  it('continues with its steps and resets the failures when the provider answers again', () => {
    expect(requestedAt((minutes) => (minutes === 15 ? 'failed' : 'open'))).toEqual([
      15, 20, 60, 360, 1_440,
    ]);
    const failed = afterAnswer(newQuestion(startedAt), 'failed', '2026-03-02T00:05:00.000Z');
    expect(failed.failures).toBe(1);
    expect(afterAnswer(failed, 'open', '2026-03-02T00:10:00.000Z').failures).toBe(0);
  });

  it('does not make up for missed steps', () => {
    const { askAt } = afterAnswer(newQuestion(startedAt), 'open', '2026-03-02T03:00:00.000Z');
    expect(askAt).toBe('2026-03-02T05:50:00.000Z');
    const late = afterAnswer(newQuestion(startedAt), 'open', '2026-03-05T00:00:00.000Z');
    expect(late.askAt).toBe(null);
  });

  it('is given up two days after the start if the provider never answers', () => {
    const question = { startedAt, askAt: '2026-03-03T23:30:00.000Z', failures: 40 };
    const after = afterAnswer(question, 'failed', '2026-03-03T23:30:00.000Z');
    expect(after.askAt).toBe(null);
    expect([isGivenUp(after), isDue(after, '2027-01-01T00:00:00.000Z')]).toEqual([true, false]);
  });

  it('is due at the exact time and not before', () => {
    const question = newQuestion(startedAt);
    expect(isDue(question, '2026-03-02T00:04:59.999Z')).toBe(false);
    expect(isDue(question, '2026-03-02T00:05:00.000Z')).toBe(true);
    expect(isDue(null, '2026-03-02T00:05:00.000Z')).toBe(false);
  });
});
