import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { oauthLogoutPagesTexts } from '../texts/index.ts';
import { publisherLine } from './oauth-consent-form.ts';
import { formPostScriptPath } from './oauth-form-post-page.ts';

const textsFor = byLocale(oauthLogoutPagesTexts);

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
export function logoutQuestionPage(context: PageContext, question: LogoutQuestion): Html {
  const { csrfToken, email, clientName, publisher, parameters } = question;
  const texts = textsFor(context);
  const fields = Object.entries(parameters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return layout(context, { title: texts.title }, [
    html`<p class="lead">${clientName === null ? texts.somebody : texts.asks(clientName)}</p>`,
    publisherLine(context, publisher),
    html`<p>${texts.account(email)}</p>`,
    form({ csrfToken, action: href(context, '/oauth/end-session') }, [
      fields,
      button({ label: texts.yes }),
    ]),
    html`<p class="after">${linkButton(texts.no, href(context, '/portal'), 'secondary')}</p>`,
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
export function signedOutPage(
  context: PageContext,
  { to, notFollowed = false, frames }: SignedOut,
): Html {
  const texts = textsFor(context);
  const leads = to !== null && frames.length > 0;
  return layout(context, { title: texts.out, ...(leads && { script: formPostScriptPath }) }, [
    html`<p class="lead">${texts.outText}</p>`,
    notFollowed && html`<p>${texts.notFollowed}</p>`,
    frames.length > 0 && html`<p>${texts.others}</p>`,
    to === null
      ? html`<p>${linkButton(texts.again, href(context, '/portal/sign-in'), 'secondary')}</p>`
      : html`<p><a class="button primary" id="onward" href="${to}">${texts.back(new URL(to).host)}</a></p>`,
    frames.map((url) => html`<iframe src="${url}" title="${texts.frame}" hidden></iframe>`),
  ]);
}
