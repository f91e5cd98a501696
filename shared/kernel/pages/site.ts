import type { Branding } from '../domain/branding.ts';
import { bindingLocale, type Locale, type Spoken } from '../domain/locale.ts';
import { siteTexts } from '../texts/index.ts';
import { words } from './words.ts';

/** Addresses outside the service that replace its own pages: `https://…` or `mailto:…`. */
export interface SiteLinks {
  readonly help?: string | undefined;
  readonly privacy?: string | undefined;
  readonly documentation?: string | undefined;
  readonly status?: string | undefined;
  /** Where to report a vulnerability: for `/.well-known/security.txt`. */
  readonly security?: string | undefined;
  /** An email address at which someone answers. */
  readonly contact?: string | undefined;
}

/** The deployment's data for every page, and its language. */
export interface Site extends Spoken {
  readonly jurisdiction: string;
  /** The registry's keeper; absent: the jurisdiction itself. */
  readonly keeper?: string | undefined;
  readonly links?: SiteLinks | undefined;
  /** How the jurisdiction looks; absent: as delivered. */
  readonly branding?: Branding | undefined;
  /** Whether this is a test environment, which every page says. */
  readonly isSandbox?: boolean | undefined;
  /** Origin and path, if any, of every page; no slash at the end. */
  readonly baseUrl: string;
  /** Path and query of the page that is shown, without the deployment's own path, to come back to in another language. */
  readonly here?: `/${string}`;
}

const say = words(siteTexts);

/** The notice on every page and email of a sandbox. */
export function sandboxNotice(reader: Spoken): string {
  return say(reader).sandbox;
}

/** A path of this service as a page links to it: behind the deployment's own path, if it has one. */
export function href({ baseUrl }: Site, path: `/${string}`): string {
  if (known.baseUrl !== baseUrl) {
    known = { baseUrl, path: new URL(baseUrl).pathname.replace(/\/$/, '') };
  }
  return known.path + path;
}

/** The deployment's own path, as it was found last: a page has some thirty links, and a function one address. */
let known = { baseUrl: '', path: '' };

/** The site for a page that exists only in English: its frame is English as well. */
export function inEnglish(site: Site): Site {
  const { jurisdiction, keeper, links, branding, isSandbox, baseUrl } = site;
  return { jurisdiction, keeper, links, branding, isSandbox, baseUrl, locale: bindingLocale };
}

/** The address that sets the reader's language for their browser. */
export const languagePath = '/language';

/** Where someone chooses a language, to be shown the page at `next` in it. */
export function toLanguage(to: Locale, next: `/${string}`): `/${string}` {
  return `${languagePath}?${new URLSearchParams({ to, next })}`;
}
