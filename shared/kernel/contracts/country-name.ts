/** Made on first use: loading the names would add some milliseconds to each start. */
let names: Intl.DisplayNames | undefined;

/**
 * A country as it is displayed, in English: `Honduras` for `HN`. A text that is not a country's code comes back
 * as it is: addresses may name theirs in words.
 */
export function countryName(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return country;
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  return names.of(country) ?? country;
}
