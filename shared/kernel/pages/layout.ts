import { raw } from 'hono/html';
import { bindingLocale, type Locale, locales } from '../domain/locale.ts';
import { layoutTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type Content, type Html, html } from './html.ts';
import {
  href,
  maintenanceNotice,
  needHelp,
  type PageContext,
  sandboxNotice,
  toLanguage,
  waysToHelp,
} from './page-context.ts';
import { brandedStyle } from './stylesheet.ts';

/** How a page reloads itself: after which time, and which URL. */
export interface PageRefresh {
  readonly seconds: number;
  readonly to: string;
}

/** The metadata of a public page that search engines may index. */
interface ListedPage {
  readonly path: `/${string}`;
  readonly description: string;
  /** The path of the same page as Markdown. */
  readonly markdown?: `/${string}`;
}

export interface LayoutOptions {
  /** The title in the browser tab. */
  readonly title: string;
  /** The only first-level heading; default: the title. */
  readonly heading?: string;
  /** A line above the heading, such as the type of case. */
  readonly kicker?: string;
  /** Content before the heading: the error summary. */
  readonly before?: Content;
  /** The signed-in person and the sign-out, at the end of the header. */
  readonly account?: Content;
  /** The metadata of a page that search engines may index; without it they may not. */
  readonly listed?: ListedPage;
  /** A script of our own, which the page's CSP must allow. */
  readonly script?: `/${string}`;
  /** Rules of this page alone, which its CSP must allow. */
  readonly ownStyle?: string;
  /** As wide as the header instead of a column of text, for lists and pages with two panes. */
  readonly isWide?: boolean;
  /** Reloads the page while something is about to change; the page limits how often. */
  readonly refresh?: PageRefresh | undefined;
}

const textsFor = byLocale(layoutTexts);

const doctype = raw('<!doctype html>\n');

/** The seal of the registry's documents, drawn small: an open register in a ring. Decorative. */
const mark = html`<svg class="mark" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false" fill="none" stroke="currentColor"><circle cx="20" cy="20" r="18.8" stroke-width="1.4"/><circle cx="20" cy="20" r="16.6" stroke-width="1.6" stroke-dasharray="1.3 1.307"/><circle cx="20" cy="20" r="14.4" stroke-width=".9"/><path d="M20 16.5c-2.4-1.7-5.6-1.7-8.6-.7v9.4c3-1 6.2-1 8.6.8 2.4-1.8 5.6-1.8 8.6-.8v-9.4c-3-1-6.2-1-8.6.7zM20 16.5V26" stroke-width="1.4" stroke-linejoin="round"/><path d="m20 8.6 1 2.1 2.3.3-1.7 1.6.4 2.3-2-1.1-2 1.1.4-2.3-1.7-1.6 2.3-.3z" fill="currentColor" stroke="none"/></svg>`;

/** The jurisdiction's own crest, drawn by the stylesheet. */
const crest = html`<span class="crest"></span>`;

/** A complete page. Every page of the service uses it. */
export function layout(context: PageContext, options: LayoutOptions, content: Content): Html {
  const { title, heading = title, kicker, before, account, script, refresh } = options;
  const { listed, isWide, ownStyle } = options;
  const { locale = bindingLocale, branding } = context;
  return html`${doctype}<html lang="${locale}">
<head>
<meta charset="utf-8">
<title>${title} – ${context.jurisdiction}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${listed === undefined ? html`<meta name="robots" content="noindex">` : listing(context, listed)}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${branding?.favicon ?? 'data:,'}">
<link rel="stylesheet" href="${href(context, '/assets/style.css')}?v=${brandedStyle(branding).version}">
${ownStyle !== undefined && html`<style>${raw(ownStyle)}</style>`}${
  refresh !== undefined &&
  html`<meta http-equiv="refresh" content="${refresh.seconds}; url=${refresh.to}">
`
}${
  script !== undefined &&
  html`<script src="${href(context, script)}" defer></script>
`
}</head>
<body${isWide === true && html` class="broad"`}>
<a class="skip" href="#main">${textsFor(context).skip}</a>
<header class="top">${
    context.isSandbox === true && html`<p class="sandbox">${sandboxNotice(context)}</p>`
  }${
    context.isMaintained === true &&
    listed === undefined &&
    html`<p class="sandbox">${maintenanceNotice(context)}</p>`
  }<div class="wide">
<a class="brand" href="${href(context, '/')}">${branding?.crest ? crest : mark}<span>${branding?.headerText?.[locale] ?? context.jurisdiction}</span></a>
${account && html`<div class="account">${account}</div>`}
</div></header>
<main id="main" tabindex="-1">
${before}
${kicker !== undefined && html`<p class="kicker">${kicker}</p>`}
<h1>${heading}</h1>
${content}
</main>
<footer class="bottom"><div class="wide">
<p>${textsFor(context).registryOf(context.authority ?? context.jurisdiction)}</p>
${contact(context)}
<nav aria-label="${textsFor(context).about}">${ways(context)}${languages(context, locale)}</nav>
</div></footer>
</body>
</html>
`;
}

function listing(context: PageContext, { path, description, markdown }: ListedPage): Html {
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${context.baseUrl + path}">${
    markdown !== undefined &&
    html`
<link rel="alternate" type="text/markdown" href="${context.baseUrl + markdown}">`
  }`;
}

/** The registry's contact details and postal address. */
function contact(context: PageContext): Content {
  const ways = waysToHelp(context).map(([shown, link]) =>
    link === undefined ? html`${shown}` : html`<a href="${link}">${shown}</a>`,
  );
  const address = context.branding?.address ?? [];
  const lines = [...ways, ...(address.length > 0 ? [html`${address.join(', ')}`] : [])];
  return [
    ways.length > 0 && html`<h2>${needHelp(context)}</h2>`,
    lines.length > 0 &&
      html`<address>${lines.map((line, at) => html`${at > 0 && ' · '}${line}`)}</address>`,
  ];
}

/** The footer links: pages of the service, or the deployment's own. */
function ways(context: PageContext): Content {
  const { links = {} } = context;
  const { help, privacy, documentation } = textsFor(context);
  return [
    html`<a href="${links.help ?? href(context, '/help')}">${help}</a>`,
    html`<a href="${links.privacy ?? href(context, '/privacy')}">${privacy}</a>`,
    html`<a href="${links.documentation ?? href(context, '/docs')}">${documentation}</a>`,
  ];
}

/** Links to the same page in other languages, each named in its own language. */
function languages(context: PageContext, view: Locale): Content {
  const { here } = context;
  if (here === undefined) return null;
  const others = locales.filter((locale) => locale !== view);
  return others.map(
    (locale) =>
      html`<a href="${href(context, toLanguage(locale, here))}" lang="${locale}" hreflang="${locale}">${textsFor({ locale }).language}</a>`,
  );
}
