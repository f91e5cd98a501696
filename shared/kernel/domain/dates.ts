const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The instant of an ISO 8601 text. Throws a RangeError for any other text. */
export function instantOf(iso: string): Date {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new RangeError('Not an instant');
  return instant;
}

/** The UTC day of an instant, as in "3 July 2026". Throws a RangeError when it is no instant. */
export function dayInWords(iso: string): string {
  const instant = instantOf(iso);
  return `${instant.getUTCDate()} ${months[instant.getUTCMonth()]} ${instant.getUTCFullYear()}`;
}

/** Day and second in UTC, as in "3 July 2026, 09:05:00 UTC". Throws a RangeError when it is no instant. */
export function instantInWords(iso: string): string {
  return `${dayInWords(iso)}, ${instantOf(iso).toISOString().slice(11, 19)} UTC`;
}
