import { daysUntil } from '../../kernel/domain/dates.ts';

/** So many UTC days before a term ends its holders are told, and on the day itself. From the first to the last. */
export const noticeSteps = [60, 30, 7, 0] as const;
export type NoticeStep = (typeof noticeSteps)[number];

/** For so many days after the end, the notice of the day itself is made up for: later nobody is told any more. */
export const madeUpDays = 7;

/** A residency, from its beginning to its end. Instants in UTC. */
export interface Term {
  readonly since: string;
  readonly endsAt: string;
}

/**
 * The notice that is due: the last whose day has come. Null before the first, when the end is long past, and where that day came
 * before the term began: who is given thirty days isn't told on the first of them that there are thirty. Days without a run leave
 * notices out; none comes twice.
 */
export function dueNotice({ since, endsAt }: Term, now: string): NoticeStep | null {
  const left = daysUntil(endsAt, now);
  if (left < -madeUpDays) return null;
  const step = noticeSteps.findLast((days) => left <= days);
  return step === undefined || daysUntil(endsAt, since) < step ? null : step;
}
