import { button, buttons, form, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { verifyCredentialPageTexts } from '../texts/index.ts';

/** The page's data about a credential: see `Presentation` of `check-presentation`. */
export type ShownPresentation =
  | { readonly kind: 'unreadable' | 'altered' }
  | { readonly kind: 'foreign'; readonly issuer: string | null }
  | ShownCredential;

interface ShownCredential {
  readonly kind: 'ours';
  readonly standing: 'valid' | 'revoked' | 'expired' | 'not_begun';
  readonly issuer: string;
  readonly type: string;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly binding:
    | { readonly kind: 'none' | 'broken' }
    | { readonly kind: 'holds'; readonly audience: string | null; readonly at: string | null };
  readonly claims: readonly (readonly [name: string, value: unknown])[];
}

const say = words(verifyCredentialPageTexts);

interface Sending {
  readonly csrfToken: string;
}

/** Asks for the text of a credential. */
export function enterCredentialPage(site: Site, { csrfToken }: Sending): Html {
  const said = say(site);
  return layout(site, { title: said.title, kicker: said.kicker }, [
    html`<p class="lead">${said.lead}</p>`,
    entryForm(site, csrfToken),
  ]);
}

/** The result of a credential's verification. The page does not repeat the pasted text. */
export function verifiedCredentialPage(
  site: Site,
  shown: ShownPresentation,
  { csrfToken, now }: Sending & { readonly now: string },
): Html {
  const said = say(site);
  const title = titleOf(site, shown);
  return layout(site, { title, heading: said.title, kicker: said.kicker }, [
    shown.kind === 'ours' ? credential(site, shown, now) : other(site, shown),
    html`<h2>${said.again}</h2>`,
    entryForm(site, csrfToken),
  ]);
}

function titleOf(site: Site, shown: ShownPresentation): string {
  const said = say(site);
  if (shown.kind === 'ours') return said.standings[shown.standing].title;
  return shown.kind === 'foreign' ? said.foreign : said.refusals[shown.kind].title;
}

function entryForm(site: Site, csrfToken: string): Html {
  const said = say(site);
  return form({ csrfToken, action: href(site, '/credentials/verify') }, [
    textArea({ name: 'credential', label: said.field, hint: said.hint, rows: 8 }),
    buttons(button({ label: said.verify })),
  ]);
}

function other(site: Site, shown: Exclude<ShownPresentation, ShownCredential>): Content {
  const said = say(site);
  if (shown.kind !== 'foreign') {
    const { title, text } = said.refusals[shown.kind];
    return notice('warning', title, html`<p>${text}</p>`);
  }
  const issuer = shown.issuer === null ? said.nobody : exact(shown.issuer);
  return notice('warning', said.foreign, html`<p>${said.foreignText} ${issuer}</p>`);
}

function credential(site: Site, shown: ShownCredential, now: string): readonly Content[] {
  const said = say(site);
  const { standing, binding, claims, issuer, type, issuedAt, expiresAt } = shown;
  const holds = binding.kind === 'holds';
  // The first line must already say that the holder did not present this copy.
  const isCopy = standing === 'valid' && binding.kind === 'broken';
  return [
    notice(
      standing === 'valid' && !isCopy ? 'success' : 'warning',
      isCopy ? said.notShown : said.standings[standing].title,
      html`<p>${said.standings[standing].text} ${said.asOf(instant(now, site))}</p>`,
    ),
    notice(
      holds ? 'success' : 'warning',
      said.holder,
      html`<p>${said.bindings[binding.kind]}</p>${holds && html`<p>${said.compare}</p>`}`,
    ),
    html`<h2>${said.discloses}</h2>`,
    claims.length === 0
      ? html`<p>${said.nothing}</p>`
      : definitionList(
          claims.map(([name, value]) => [said.claims[name] ?? name, told(value, site)]),
        ),
    definitionList([
      [said.issuer, exact(issuer)],
      [said.type, exact(type)],
      issuedAt === null ? null : [said.issuedAt, instant(issuedAt, site)],
      expiresAt === null ? null : [said.expiresAt, instant(expiresAt, site)],
      holds && binding.audience !== null ? [said.audience, exact(binding.audience)] : null,
      holds && binding.at !== null ? [said.shownAt, instant(binding.at, site)] : null,
    ]),
  ];
}

/** A signed value for display. Unknown values are unchanged. */
function told(value: unknown, site: Site): Content {
  if (typeof value === 'string') return html`<strong>${value}</strong>`;
  const said = say(site);
  if (typeof value === 'boolean') return value ? said.yes : said.no;
  return exact(JSON.stringify(value));
}
