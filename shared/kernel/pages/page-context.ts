import type { Branding } from '../domain/branding.ts';
import { bindingLocale, type Locale, type Localized } from '../domain/locale.ts';
import { siteTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';

/** URLs outside the service that replace its own pages: `https://…` or `mailto:…`. */
export interface SiteLinks {
  readonly help?: string | undefined;
  readonly privacy?: string | undefined;
  readonly documentation?: string | undefined;
  readonly status?: string | undefined;
  /** Where to report a vulnerability, for `/.well-known/security.txt`. */
  readonly security?: string | undefined;
  /** The contact email address. */
  readonly contact?: string | undefined;
  /** A telephone number at which someone answers, and when, in a text for all readers or one for each language. */
  readonly phone?: string | undefined;
  readonly hours?: string | Readonly<Partial<Record<Locale, string>>> | undefined;
}

/** The deployment’s data for every page, and the page’s language. */
export interface PageContext extends Localized {
  readonly jurisdiction: string;
  /** The organisation that runs the registry; default: the jurisdiction itself. */
  readonly authority?: string | undefined;
  readonly links?: SiteLinks | undefined;
  /** The jurisdiction's branding; default: the one that ships with the software. */
  readonly branding?: Branding | undefined;
  /** Whether this is a test environment, which every page shows. */
  readonly isSandbox?: boolean | undefined;
  /** Whether changes are refused now. Every page that is not cached shows it. */
  readonly isMaintained?: boolean | undefined;
  /** The origin of every page, and path if any; no trailing slash. */
  readonly baseUrl: string;
  /**
   * The path and query of the current page without the deployment's path, for links to it in other
   * languages.
   */
  readonly here?: `/${string}` | undefined;
}

const textsFor = byLocale(siteTexts);

/** The notice on every page and email of a sandbox. */
export function sandboxNotice(context: Localized): string {
  return textsFor(context).sandbox;
}

/** The notice on pages during maintenance. */
export function maintenanceNotice(context: Localized): string {
  return textsFor(context).maintained;
}

/** The registry's configured contact details, with the URL of a link to each if there is one. */
export function waysToHelp({
  links: { contact, phone, hours } = {},
  locale = bindingLocale,
}: Pick<PageContext, 'links' | 'locale'>): readonly (readonly [shown: string, link?: string])[] {
  return [
    ...(contact === undefined ? [] : [[contact, `mailto:${contact}`] as const]),
    ...(phone === undefined ? [] : [[phone, `tel:${phone.replaceAll(/[^+\d]/g, '')}`] as const]),
    ...(hours === undefined ? [] : [[inLanguage(hours, locale)] as const]),
  ];
}

function inLanguage(hours: NonNullable<SiteLinks['hours']>, locale: Locale): string {
  return typeof hours === 'string' ? hours : (hours[locale] ?? hours[bindingLocale] ?? '');
}

/** The heading above `waysToHelp`. */
export function needHelp(context: Localized): string {
  return textsFor(context).needHelp;
}

/** The URL of a path of this service: prefixed with the deployment's path, if any. */
export function href({ baseUrl }: PageContext, path: `/${string}`): string {
  if (known.baseUrl !== baseUrl) {
    known = { baseUrl, path: new URL(baseUrl).pathname.replace(/\/$/, '') };
  }
  return known.path + path;
}

/** The last result: a page has about thirty links, and a function one base URL. */
let known = { baseUrl: '', path: '' };

/** The context of a page that exists only in English, with its layout in English too. */
export function inEnglish(context: PageContext): PageContext {
  return { ...context, locale: bindingLocale, here: undefined };
}

/** The path that sets the browser's language. */
export const languagePath = '/language';

/** The link that switches the language and then shows the page at `next`. */
export function toLanguage(to: Locale, next: `/${string}`): `/${string}` {
  return `${languagePath}?${new URLSearchParams({ to, next })}`;
}
