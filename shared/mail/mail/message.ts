import { html, raw } from 'hono/html';
import type { Branding } from '../../kernel/domain/branding.ts';
import { bindingLocale, type Locale, type Localized, locales } from '../../kernel/domain/locale.ts';
import { harmless } from '../../kernel/domain/refused-character.ts';
import { byLocale, type Texts } from '../../kernel/pages/by-locale.ts';
import { withLocalTimes } from '../../kernel/pages/format-dates.ts';
import {
  needHelp,
  type SiteLinks,
  sandboxNotice,
  waysToHelp,
} from '../../kernel/pages/page-context.ts';
import { messageTexts } from '../texts/index.ts';

const textsFor = byLocale(messageTexts);

interface Link {
  readonly label: string;
  readonly url: string;
}

/**
 * The service's own text, which may contain names chosen by anyone; a reviewer's text, whose links stay links; or a
 * code on its own line.
 */
export type EmailParagraph = string | { readonly fromReviewer: string } | { readonly code: string };

/** An email before rendering: short paragraphs and optionally one main link; all other links are references. */
export interface EmailMessage extends Localized {
  readonly subject: string;
  readonly paragraphs: readonly EmailParagraph[];
  readonly link?: Link;
  readonly references?: readonly Link[];
}

/** The subject, defused so that nothing in it is recognized as a link. */
export function subjectOf({ subject }: EmailMessage): string {
  return harmless(subject);
}

/** The sender, and whether this is a test environment, which each email then states first. */
interface EmailFrame {
  readonly sender: string;
  readonly isSandbox: boolean;
  /** The jurisdiction's branding; without it, emails have no header. */
  readonly branding?: Branding | undefined;
  /** With the registry's contact details, shown in the footer. */
  readonly links?: SiteLinks | undefined;
  /** The registry's time zone; without it, times are only in UTC. */
  readonly timeZone?: string | undefined;
}

/** The footer of an email: the sender, its address and contact details, if configured. */
function footOf({ sender, branding, links }: EmailFrame, { locale }: Localized): readonly string[] {
  const ways = waysToHelp({ links, ...(locale && { locale }) }).map(([shown]) => shown);
  const help = ways.length > 0 ? [needHelp({ ...(locale && { locale }) }), ...ways] : [];
  return [sender, ...(branding?.address ?? []), ...help];
}

/** The email as plain text. */
export function asText(message: EmailMessage, frame: EmailFrame): string {
  const { isSandbox, timeZone } = frame;
  const { paragraphs, references = [], link, locale = bindingLocale } = message;
  const links = [...references, ...(link ? [link] : [])];
  const parts = [
    ...(isSandbox ? [sandboxNotice(message)] : []),
    ...paragraphs.map((each) =>
      typeof each !== 'string' && 'code' in each
        ? `    ${each.code}`
        : wordsOf(each, { locale, timeZone }),
    ),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
  ];
  return `${parts.join('\n\n')}\n\n-- \n${footOf(frame, message).join('\n')}\n`;
}

function wordsOf(
  paragraph: string | { readonly fromReviewer: string },
  recipient: Localized,
): string {
  const words = typeof paragraph === 'string' ? harmless(paragraph) : paragraph.fromReviewer;
  return withLocalTimes(words, recipient);
}

/**
 * Dark colours for readers who set their email program to dark. Programs that know no style sheets use the light
 * colours of the `style` attributes, so only `!important` wins over these.
 */
const dark =
  raw(`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){body{background:#0f1418!important;color:#e8ecee!important}a{color:#9dc0f2}.code{background:#17243a!important;color:#e8ecee!important;border-color:#84929d!important}.small{color:#a7b3bc!important;border-color:#2e3942!important}.test{background:#322813!important;color:#ecc06b!important}}</style>`);

/** The email as HTML without external resources; all text is escaped. */
export function asHtml(message: EmailMessage, frame: EmailFrame): string {
  const { paragraphs, references = [], link, locale = bindingLocale } = message;
  const { sender, isSandbox, branding, timeZone } = frame;
  const body = paragraphs.map((each) =>
    typeof each !== 'string' && 'code' in each
      ? // Text, so that it can be copied and read aloud, in a monospaced font, so that it is typed without mistakes.
        html`<p class="code" style="margin:24px 0;padding:14px 16px;border:1px solid #b8c4d2;border-radius:6px;background:#f2f5f9;color:#1a1a1a;font:700 28px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;text-align:center">${each.code}</p>`
      : html`<p>${wordsOf(each, { locale, timeZone })}</p>`,
  );
  const others = references.map(
    ({ label, url }) => html`<p>${label}:<br><a href="${url}">${url}</a></p>`,
  );
  const button = link
    ? html`<p><a href="${link.url}" style="background:${branding?.accent ?? '#1d4f7c'};color:#fff;padding:10px 18px;border-radius:4px;text-decoration:none;display:inline-block">${link.label}</a></p>
<p class="small" style="font-size:13px;color:#555">${textsFor(message).otherwise}<br>${link.url}</p>`
    : raw('');
  return String(html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subjectOf(message)}</title>
${dark}</head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:34rem;margin:24px auto;padding:0 16px;overflow-wrap:anywhere">
${isSandbox && html`<p class="test" style="margin:0 0 20px;padding:8px 12px;border:1px solid #8a5a00;background:#fdf1dc;color:#5c3700">${sandboxNotice(message)}</p>`}
${
  branding &&
  html`<p style="margin:0 0 24px;padding:14px 16px;border-radius:4px;background:${branding.colour ?? '#1c2b4a'};color:#fff;font-weight:700">${branding.headerText?.[locale] ?? sender}</p>`
}
${body}
${others}
${button}
<p class="small" style="border-top:1px solid #ddd;padding-top:12px;font-size:13px;color:#555">${footOf(frame, message).map((line, at) => (at > 0 ? html`<br>${line}` : line))}</p>
</body>
</html>
`);
}

type Templates = Readonly<Record<string, (facts: never) => EmailMessage>>;

/**
 * Email templates in all languages, chosen by the recipient's language, which each email then
 * states.
 *
 * @example
 * const keyEmails = emails(keyEmailTexts);
 * keyEmails(person).made({ at })
 */
export function emails<T extends Templates>(texts: Texts<T>): (recipient: Localized) => T {
  const parts = locales.flatMap((locale) => {
    const own = texts[locale];
    return own === undefined ? [] : [[locale, inLanguage(own, locale)] as const];
  });
  // One entry per available language.
  return byLocale(Object.fromEntries(parts) as Texts<T> & Record<Locale, T>);
}

function inLanguage<T extends Templates>(texts: T, locale: Locale): T {
  const each = Object.entries(texts).map(([name, write]) => [
    name,
    (facts: never): EmailMessage => ({ ...write(facts), locale }),
  ]);
  // The same names, with functions of the same parameters.
  return Object.fromEntries(each) as T;
}

/** How many UTF-8 bytes fit into an encoded word of at most 75 characters (RFC 2047, section 2). */
const wordBytes = 42;

/**
 * The sender as a `From` header: `"Name" <address>`. A name beyond ASCII is encoded (RFC 2047), as SES requires. An
 * address with its own name keeps it.
 */
export function sender(address: string, name: string): string {
  if (address.includes('<')) return address;
  return `${phrase(name)} <${address}>`;
}

function phrase(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ').trim();
  if (/^[\x20-\x7e]*$/.test(line)) return `"${line.replaceAll(/["\\]/g, '\\$&')}"`;
  return shortParts(line)
    .map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`)
    .join(' ');
}

/** Parts that fit into one encoded word. Readers ignore spaces between encoded words. */
function shortParts(line: string): readonly string[] {
  const parts = [''];
  for (const character of line) {
    const longer = `${parts.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= wordBytes) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}
