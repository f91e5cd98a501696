/** The instant of an ISO 8601 text. Throws a RangeError for any other text. */
export function instantOf(iso: string): Date {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new RangeError('Not an instant');
  return instant;
}

/** The number of UTC midnights between an instant and a later one; negative if it is earlier. */
export function daysUntil(later: string, now: string): number {
  return (Date.parse(dayInUtc(later)) - Date.parse(dayInUtc(now))) / 86_400_000;
}

/** The UTC day of an instant, YYYY-MM-DD. */
export function dayInUtc(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The UTC day that is the given number of days after an instant. */
export function daysLater(instant: string, days: number): string {
  return new Date(Date.parse(dayInUtc(instant)) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * A person's age in whole years on the UTC day of an instant, from the date of birth (YYYY-MM-DD).
 */
export function ageAt(dateOfBirth: string, instant: string): number {
  const hadBirthday = dateOfBirth.slice(5) <= instant.slice(5, 10);
  return Number(instant.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (hadBirthday ? 0 : 1);
}
