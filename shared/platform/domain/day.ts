/** A UTC day, as `2026-11-22`. */
export type Day = string;

export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

export function dayAfter(day: Day, days = 1): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000));
}

/** Whether a text is a day that there is. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** The days from one to another, both included. */
export function daysBetween(first: Day, last: Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

/**
 * The last day that nobody writes into any more: a copier that began before midnight has ended after a minute, and its
 * clock may be a little slow.
 */
export function lastClosedDay(now: Date): Day {
  return dayAfter(dayOf(new Date(now.getTime() - closingMilliseconds)), -1);
}

const closingMilliseconds = 600_000;
