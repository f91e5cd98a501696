import type { Locale } from '../../kernel/domain/locale.ts';

/** What browsers say they are, the most specific first: most of them also claim to be others. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser's name within a sentence, in the reader's language: “a browser on Linux”, “Firefox en Windows”. */
export function browserInWords(name: string, locale: Locale = 'en'): string {
  return locale === 'es'
    ? name.replace(/^A browser/, 'un navegador').replace(' on ', ' en ')
    : name.replace(/^A browser/, 'a browser');
}

/**
 * What somebody calls a browser, from its `User-Agent`: “Firefox on Windows”. On purpose without a version, or
 * anything that would tell two of them apart; an unknown one is “A browser”.
 *
 * No library: these few words are all that is kept, and plain searches are linear in what a stranger sends.
 */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => text.includes(mark))?.[1];
  const browser = named(browsers) ?? 'A browser';
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
