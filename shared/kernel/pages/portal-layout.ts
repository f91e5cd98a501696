import { personName } from '../domain/person-name.ts';
import { portalLayoutTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { form } from './form.ts';
import { type Content, type Html, html } from './html.ts';
import { type LayoutOptions, layout } from './layout.ts';
import { href, type PageContext } from './page-context.ts';

/** The signed-in person, and the CSRF token of their forms. */
export interface Viewer {
  readonly email: string;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly csrfToken: string;
  /** Whether the person is staff, if known: adds the staff pages to the navigation. */
  readonly reviewer?: boolean;
  readonly helps?: boolean;
  readonly audits?: boolean;
  readonly operates?: boolean;
}

/** The most used pages, in the order of the navigation. */
const mainSections = [
  '/portal',
  '/portal/applications',
  '/portal/legal-entities',
  '/portal/invoices',
  '/portal/activity',
] as const;

/** Pages of the account, shown as a second row when one of them is open. */
export const accountSections = [
  '/portal/my-data',
  '/portal/proofs',
  '/portal/credentials',
  '/portal/connections',
  '/portal/passkeys',
  '/portal/browsers',
  '/portal/developer',
] as const;

const staffSections = [
  '/portal/reviews',
  '/portal/reviews/people',
  '/portal/mailboxes',
  '/portal/reviews/audit',
  '/portal/console',
] as const;

/** Pages of the console, as a second row like those of the account. */
const consoleSections = [
  '/portal/console/entities',
  '/portal/console/vouchers',
  '/portal/console/partners',
  '/portal/console/payment-cases',
  '/portal/console/staff',
  '/portal/console/approvals',
] as const;

export type PortalSection =
  | (typeof mainSections)[number]
  | (typeof accountSections)[number]
  | (typeof staffSections)[number]
  | (typeof consoleSections)[number];

const textsFor = byLocale(portalLayoutTexts);

/** The staff pages, by the right to view them. */
const ofStaff: Readonly<
  Record<(typeof staffSections)[number], readonly ('reviewer' | 'helps' | 'audits' | 'operates')[]>
> = {
  '/portal/reviews': ['reviewer'],
  '/portal/reviews/people': ['helps'],
  '/portal/mailboxes': ['reviewer', 'helps'],
  '/portal/reviews/audit': ['audits'],
  '/portal/console': ['operates'],
};

/** A page for a signed-in person: with their name, the navigation and the sign-out. */
export function portalLayout(
  context: PageContext,
  viewer: Viewer,
  options: Omit<LayoutOptions, 'account'> & { readonly section?: PortalSection },
  content: Content,
): Html {
  const { section, ...rest } = options;
  return layout(context, { ...rest, account: account(context, viewer, section) }, content);
}

/** A person's name, or their email address if the registry does not have the name yet. */
export function viewerName(viewer: Pick<Viewer, 'givenName' | 'surname' | 'email'>): string {
  return personName(viewer) ?? viewer.email;
}

/** The label of a page. */
export function sectionName(context: PageContext, section: PortalSection): string {
  return textsFor(context).places[section];
}

function account(context: PageContext, viewer: Viewer, section: PortalSection | undefined): Html {
  const { csrfToken } = viewer;
  const texts = textsFor(context);
  const link = (path: PortalSection) =>
    html`<a href="${href(context, path)}"${path === section && html` aria-current="page"`}>${texts.places[path]}</a>`;
  const isOfConsole = section?.startsWith('/portal/console');
  const ofAccount = accountSections.some((each) => each === section);
  const ofReader = staffSections.filter((path) =>
    ofStaff[path].some((each) => viewer[each] === true),
  );
  return html`<span>${viewerName(viewer)}</span>
<nav aria-label="${texts.portal}">${mainSections.map(link)}<a href="${href(context, '/portal')}#account"${ofAccount && html` aria-current="true"`}>${texts.account}</a>${ofReader.map(link)}</nav>
${form(
  { csrfToken, action: href(context, '/portal/sign-out') },
  html`<button class="link" type="submit">${texts.signOut}</button>`,
)}
${isOfConsole && html`<nav aria-label="${texts.places['/portal/console']}">${consoleSections.map(link)}</nav>`}
${ofAccount && html`<nav aria-label="${texts.account}">${accountSections.map(link)}</nav>`}`;
}
