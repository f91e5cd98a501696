import { instantOf } from '../domain/dates.ts';
import { bindingLocale, type Locale, type Localized } from '../domain/locale.ts';
import { dateTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';

const textsFor = byLocale(dateTexts);

/**
 * The UTC day of an instant, as in "3 July 2026" or "3 de julio de 2026". Throws a RangeError for
 * an invalid instant.
 */
export function formatDay(iso: string, locale: Locale = bindingLocale): string {
  const instant = instantOf(iso);
  const { months, between } = textsFor({ locale });
  return [instant.getUTCDate(), months[instant.getUTCMonth()], instant.getUTCFullYear()].join(
    between,
  );
}

/** The same for a document. It names the time zone because the viewer's local day may differ. */
export function formatUtcDay(iso: string, locale: Locale = bindingLocale): string {
  return `${formatDay(iso, locale)} (UTC)`;
}

/**
 * Day and second in UTC, as in "3 July 2026, 09:05:00 UTC", and with a time zone also the time there.
 * Throws a RangeError for an invalid instant.
 */
export function formatInstant(
  iso: string,
  locale: Locale = bindingLocale,
  timeZone?: string,
): string {
  const time = `${instantOf(iso).toISOString().slice(11, 19)} UTC`;
  return `${formatDay(iso, locale)}, ${besideUtc(time, iso, { locale, timeZone })}`;
}

/** Day, month with the words around it, and year with time: the month depends on the language. */
const writtenInstant = /\b(\d{1,2})(\D{3,20})(\d{4}, \d\d:\d\d:\d\d) UTC\b(?! \()/g;

/**
 * Adds the local time after each instant in a text that `formatInstant` wrote. Email texts are
 * written where the zone is not known.
 */
export function withLocalTimes(
  text: string,
  { locale = bindingLocale, timeZone }: Localized,
): string {
  if (timeZone === undefined) return text;
  const { months, between } = textsFor({ locale });
  return text.replaceAll(writtenInstant, (written, day: string, name: string, rest: string) => {
    const month = months.findIndex((each) => `${between}${each}${between}` === name) + 1;
    const [year = '', time = ''] = rest.split(', ');
    const date = [year, `${month}`.padStart(2, '0'), day.padStart(2, '0')].join('-');
    const iso = `${date}T${time}Z`;
    // A person's own text can look like an instant without being one.
    if (Number.isNaN(Date.parse(iso)) || formatInstant(iso, locale) !== written) {
      return written;
    }
    return formatInstant(iso, locale, timeZone);
  });
}

/**
 * The time of an instant on a page: "14:05 UTC (08:05 in Tegucigalpa)". UTC stays because the law and
 * the API use it, and because an hour is repeated when daylight saving ends. The local day is
 * included if it is another one. Throws a RangeError for an invalid instant.
 */
export function formatTime(iso: string, { locale = bindingLocale, timeZone }: Localized): string {
  const time = `${instantOf(iso).toISOString().slice(11, 16)} UTC`;
  return besideUtc(time, iso, { locale, timeZone });
}

function besideUtc(
  time: string,
  iso: string,
  { locale, timeZone }: { readonly locale: Locale; readonly timeZone: string | undefined },
): string {
  return timeZone === undefined ? time : `${time} (${localTime(iso, iso, timeZone, locale)})`;
}

/**
 * The last UTC day on which something is possible, for a page: "3 July 2026 (UTC, until 18:00 in
 * Tegucigalpa)". Throws a RangeError for an invalid day.
 */
export function formatLastDay(
  iso: string,
  { locale = bindingLocale, timeZone }: Localized,
): string {
  if (timeZone === undefined) return formatUtcDay(iso, locale);
  const end = new Date(instantOf(iso.slice(0, 10)).getTime() + 86_400_000).toISOString();
  const until = textsFor({ locale }).until(localTime(end, iso, timeZone, locale));
  return `${formatDay(iso, locale)} (UTC, ${until})`;
}

/** The local time, preceded by the local day unless that equals the UTC day. */
function localTime(iso: string, beside: string, timeZone: string, locale: Locale): string {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instantOf(iso))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = parts;
  const local = formatDay(`${year?.padStart(4, '0')}-${month}-${day}T00:00Z`, locale);
  const time = [...(local === formatDay(beside, locale) ? [] : [local]), `${hour}:${minute}`];
  const place = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return textsFor({ locale }).there(time.join(', '), place);
}

/** Created once for each zone: creating it takes longer than formatting a whole list. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  clocks.set(timeZone, clock);
  return clock;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
