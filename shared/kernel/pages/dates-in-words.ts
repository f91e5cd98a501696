import { instantOf } from '../domain/dates.ts';
import { bindingLocale, type Locale } from '../domain/locale.ts';
import { dateTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';

const textsFor = byLocale(dateTexts);

/**
 * The UTC day of an instant, as in "3 July 2026" or "3 de julio de 2026". Throws a RangeError for
 * an invalid instant.
 */
export function dayInWords(iso: string, locale: Locale = bindingLocale): string {
  const instant = instantOf(iso);
  const { months, between } = textsFor({ locale });
  return [instant.getUTCDate(), months[instant.getUTCMonth()], instant.getUTCFullYear()].join(
    between,
  );
}

/** The same for a document. It names the time zone because the reader's local day may differ. */
export function dayOfUtcInWords(iso: string, locale: Locale = bindingLocale): string {
  return `${dayInWords(iso, locale)} (UTC)`;
}

/**
 * Day and second in UTC, as in "3 July 2026, 09:05:00 UTC". Throws a RangeError for an invalid
 * instant.
 */
export function instantInWords(iso: string, locale: Locale = bindingLocale): string {
  return `${dayInWords(iso, locale)}, ${instantOf(iso).toISOString().slice(11, 19)} UTC`;
}
