import { bindingLocale, type Locale } from './locale.ts';

const months: Readonly<Record<Locale, readonly string[]>> = {
  en: [
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
  ],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
};

/** The instant of an ISO 8601 text. Throws a RangeError for any other text. */
export function instantOf(iso: string): Date {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) throw new RangeError('Not an instant');
  return instant;
}

/** The UTC day of an instant, as in "3 July 2026" or "3 de julio de 2026". Throws a RangeError when it is no instant. */
export function dayInWords(iso: string, locale: Locale = bindingLocale): string {
  const instant = instantOf(iso);
  const between = locale === 'es' ? ' de ' : ' ';
  const month = months[locale][instant.getUTCMonth()];
  return [instant.getUTCDate(), month, instant.getUTCFullYear()].join(between);
}

/** The same for a document: whoever reads it may live in another day than UTC. */
export function dayOfUtcInWords(iso: string, locale: Locale = bindingLocale): string {
  return `${dayInWords(iso, locale)} (UTC)`;
}

/** Day and second in UTC, as in "3 July 2026, 09:05:00 UTC". Throws a RangeError when it is no instant. */
export function instantInWords(iso: string, locale: Locale = bindingLocale): string {
  return `${dayInWords(iso, locale)}, ${instantOf(iso).toISOString().slice(11, 19)} UTC`;
}

/** How many midnights (UTC) are between an instant and a later one; negative when it is earlier. */
export function daysUntil(later: string, now: string): number {
  return (Date.parse(dayInUtc(later)) - Date.parse(dayInUtc(now))) / 86_400_000;
}

/** The UTC day of an instant, YYYY-MM-DD. */
export function dayInUtc(instant: string): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The UTC day so many days after that of an instant. */
export function daysLater(instant: string, days: number): string {
  return new Date(Date.parse(dayInUtc(instant)) + days * 86_400_000).toISOString().slice(0, 10);
}
