import { form } from './form.ts';
import { type Content, type Html, html } from './html.ts';
import { type LayoutOptions, layout } from './layout.ts';
import { href, type Site } from './site.ts';

/** Who is signed in, and what the forms of their pages repeat. */
export interface Reader {
  readonly email: string;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly csrfToken: string;
  /** Where that is known: then the reviews, people and the audit trail are among the places. */
  readonly reviewer?: boolean;
  readonly helps?: boolean;
  readonly audits?: boolean;
}

const places = [
  ['/portal', 'Home'],
  ['/portal/connections', 'Connected applications'],
  ['/portal/developer', 'Developer settings'],
  ['/portal/passkeys', 'Passkeys'],
  ['/portal/browsers', 'Browsers'],
  ['/portal/reviews', 'Reviews'],
  ['/portal/reviews/people', 'People'],
  ['/portal/reviews/audit', 'Audit trail'],
] as const;

/** The places of the staff, by what somebody is to see them. */
const ofStaff: Readonly<Record<string, 'reviewer' | 'helps' | 'audits'>> = {
  '/portal/reviews': 'reviewer',
  '/portal/reviews/people': 'helps',
  '/portal/reviews/audit': 'audits',
};

/** A page for somebody who is signed in: with their name, the way around, and the way out. */
export function portalLayout(
  site: Site,
  reader: Reader,
  options: Omit<LayoutOptions, 'account'> & { readonly place?: (typeof places)[number][0] },
  content: Content,
): Html {
  const { place, ...rest } = options;
  return layout(site, { ...rest, account: account(site, reader, place) }, content);
}

/** What somebody is called: by name, or by their address until the registry knows the name. */
export function readerName({
  givenName,
  surname,
  email,
}: Pick<Reader, 'givenName' | 'surname' | 'email'>): string {
  return [givenName, surname].filter(Boolean).join(' ') || email;
}

function isOpen(reader: Reader, path: string): boolean {
  const needed = ofStaff[path];
  return needed === undefined || reader[needed] === true;
}

function account(site: Site, reader: Reader, place: string | undefined): Html {
  const { csrfToken } = reader;
  return html`<span>${readerName(reader)}</span>
<nav aria-label="Portal">${places.map(
    ([path, label]) =>
      isOpen(reader, path) &&
      html`<a href="${href(site, path)}"${path === place && html` aria-current="page"`}>${label}</a>`,
  )}</nav>
${form(
  { csrfToken, action: href(site, '/portal/sign-out') },
  html`<button class="link" type="submit">Sign out</button>`,
)}`;
}
