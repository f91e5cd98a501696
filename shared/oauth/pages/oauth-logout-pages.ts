import { button, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { oauthLogoutPagesTexts } from '../texts/index.ts';
import { publisherLine } from './oauth-consent-form.ts';
import { formPostScriptPath } from './oauth-form-post-page.ts';

const say = words(oauthLogoutPagesTexts);

export interface LogoutQuestion {
  readonly csrfToken: string;
  readonly email: string;
  /** Null if the client is unknown. */
  readonly clientName: string | null;
  /** Null if unknown. */
  readonly publisher: string | null;
  /** The client's parameters, repeated in the form. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Asks a signed-in person whether they want to sign out. */
export function logoutQuestionPage(site: Site, question: LogoutQuestion): Html {
  const { csrfToken, email, clientName, publisher, parameters } = question;
  const said = say(site);
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return layout(site, { title: said.title }, [
    html`<p class="lead">${clientName === null ? said.somebody : said.asks(clientName)}</p>`,
    publisherLine(site, publisher),
    html`<p>${said.account(email)}</p>`,
    form({ csrfToken, action: href(site, '/oauth/end-session') }, [
      fields,
      button({ label: said.yes }),
    ]),
    html`<p class="after">${linkButton(said.no, href(site, '/portal'), 'secondary')}</p>`,
  ]);
}

export interface SignedOut {
  /** The client's URL where the person can continue; null if there is none. */
  readonly to: string | null;
  /** Whether the client sent a URL that is not registered for it. */
  readonly notFollowed?: boolean;
  /** URLs of other clients; loading them notifies these clients of the logout. */
  readonly frames: readonly string[];
}

/**
 * Confirms the sign-out, and notifies the session's other applications by loading their URLs in
 * frames.
 */
export function signedOutPage(site: Site, { to, notFollowed = false, frames }: SignedOut): Html {
  const said = say(site);
  const leads = to !== null && frames.length > 0;
  return layout(site, { title: said.out, ...(leads && { script: formPostScriptPath }) }, [
    html`<p class="lead">${said.outText}</p>`,
    notFollowed && html`<p>${said.notFollowed}</p>`,
    frames.length > 0 && html`<p>${said.others}</p>`,
    to === null
      ? html`<p>${linkButton(said.again, href(site, '/portal/sign-in'), 'secondary')}</p>`
      : html`<p><a class="button primary" id="onward" href="${to}">${said.back(new URL(to).host)}</a></p>`,
    frames.map((url) => html`<iframe src="${url}" title="${said.frame}" hidden></iframe>`),
  ]);
}
