/** What browsers say they are, the most particular first: most of them also say that they are others. */
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

/**
 * What somebody calls a browser, from its `User-Agent`: “Firefox on Windows”. On purpose no version and
 * nothing that would tell two of them apart; what is not recognized is “A browser”.
 *
 * No library: the words that are kept are these, and plain searches are linear in what a stranger sends.
 */
export function browserName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  const named = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => text.includes(mark))?.[1];
  const browser = named(browsers) ?? 'A browser';
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
