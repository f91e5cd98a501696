import { bindingLocale, type Spoken } from '../domain/locale.ts';

/** What every page says of the deployment that shows it, and in which language. */
export interface Site extends Spoken {
  readonly jurisdiction: string;
  /** Origin and path, if any, of every page; no slash at the end. */
  readonly baseUrl: string;
  /** Path and query of the page that is shown, without the deployment's own path, to come back to in another language. */
  readonly here?: `/${string}`;
}

/** A path of this service as a page links to it: behind the deployment's own path, if it has one. */
export function href({ baseUrl }: Site, path: `/${string}`): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '') + path;
}

/** The site for a page that is there in English only, whatever its reader prefers: the frame is in English, too. */
export function inEnglish({ jurisdiction, baseUrl }: Site): Site {
  return { jurisdiction, baseUrl, locale: bindingLocale };
}
