import { dayInUtc, daysLater, daysUntil } from '../../kernel/domain/dates.ts';

/** How many days before its due date a confirmation can be given. */
const openDays = 30;

/** How many days before the due date representatives are notified; -1: the confirmation is overdue. */
export const confirmationSteps = [30, 7, -1] as const;
export type ConfirmationStep = (typeof confirmationSteps)[number];

/** For this many days after the due date, a missed notice that it is overdue is still sent. */
const madeUpDays = 7;

/**
 * The state of an entity's yearly confirmation, from the clock and the confirmed years. An overdue confirmation does
 * not change the entity's status.
 */
type ConfirmationStatus = 'not_due' | 'due' | 'overdue' | 'confirmed' | 'not_required';

export interface ConfirmationState {
  readonly statusId: ConfirmationStatus;
  /** The UTC day (YYYY-MM-DD) by which it is due, or the next due day; null if it is never due. */
  readonly dueOn: string | null;
  readonly year: number | null;
}

/** The fields of a legal entity that decide on its confirmation. */
export interface ConfirmableEntity {
  readonly registrationDate: string | null;
  readonly dissolutionDate: string | null;
}

/**
 * The status of a legal entity's confirmation. Confirmations are required from the day `from`; `confirmed` are the
 * confirmed years. The first is due a year after the registration, on 1 March instead of a missing 29 February.
 */
export function confirmationOf(
  { registrationDate, dissolutionDate }: ConfirmableEntity,
  confirmed: readonly number[],
  from: string | undefined,
  now: string,
): ConfirmationState {
  if (from === undefined || registrationDate === null || dissolutionDate !== null)
    return { statusId: 'not_required', dueOn: null, year: null };
  const registered = new Date(registrationDate);
  const dueIn = (year: number) => anniversary(registered, year);
  const isDue = (year: number) => year > registered.getUTCFullYear() && dueIn(year) >= from;
  const opened = daysLater(now, openDays);
  const latest = Number(opened.slice(0, 4));
  const year = dueIn(latest) <= opened ? latest : latest - 1;
  if (!isDue(year)) {
    let next = Math.max(year, registered.getUTCFullYear(), Number(from.slice(0, 4)) - 1);
    while (!isDue(next)) next += 1;
    return { statusId: 'not_due', dueOn: dueIn(next), year: next };
  }
  const dueOn = dueIn(year);
  if (confirmed.includes(year)) return { statusId: 'confirmed', dueOn, year };
  return { statusId: dayInUtc(now) <= dueOn ? 'due' : 'overdue', dueOn, year };
}

/** The notice to send for a confirmation, by its due day; null if none is due. */
export function dueConfirmationNotice(dueOn: string, now: string): ConfirmationStep | null {
  const left = daysUntil(dueOn, now);
  if (left < -madeUpDays) return null;
  return confirmationSteps.findLast((days) => left <= days) ?? null;
}

/** JavaScript turns a missing 29 February into 1 March. */
function anniversary(day: Date, year: number): string {
  return new Date(Date.UTC(year, day.getUTCMonth(), day.getUTCDate())).toISOString().slice(0, 10);
}
