const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/**
 * A country as it is displayed, in English: `Honduras` for `HN`. What is not the code of a country comes
 * back as it is, for addresses may name theirs in words.
 */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country;
}
