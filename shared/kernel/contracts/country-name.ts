/** Made with the first name that is asked for: loading the names takes some milliseconds of a start. */
let names: Intl.DisplayNames | undefined;

/**
 * A country as it is displayed, in English: `Honduras` for `HN`. What is not the code of a country comes
 * back as it is, for addresses may name theirs in words.
 */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return names.of(country) ?? country;
}
