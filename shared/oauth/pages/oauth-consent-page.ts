import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { type FieldErrors, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { credentialScopeOf } from '../domain/oauth-scope.ts';
import { oauthConsentPageTexts } from '../texts/index.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

const say = words(oauthConsentPageTexts);

export interface ConsentQuestion {
  readonly clientName: string;
  /** The logo in base64; null if it has none. */
  readonly logo: string | null;
  /** Its publisher and privacy notice; null if unknown. */
  readonly publisher: string | null;
  readonly privacyUri: string | null;
  /** Only its owner can be asked. */
  readonly inTest: boolean;
  /** The URL to which the browser is sent next. */
  readonly redirectUri: string;
  readonly scopes: readonly ClientScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  /** The link for signing in with another account. */
  readonly switchAddress: string;
  /** Why the user can't allow it; see `ConsentFormOptions`. */
  readonly impossible?: string | null;
  readonly errors?: FieldErrors;
}

/** Asks a signed-in user for consent to an application's access. */
export function consentPage(site: Site, reader: Reader, question: ConsentQuestion): Html {
  const { clientName, redirectUri, switchAddress, errors = {} } = question;
  const said = say(site);
  const asks = credentialScopeOf(question.scopes) === undefined ? said.allow : said.put;
  const title = asks(clientName);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.kicker,
    },
    [
      question.logo !== null && logoPicture(question.logo),
      question.inTest && notice('warning', said.inTest, html`<p>${said.inTestOwner}</p>`),
      html`<p class="lead">${said.signedInAs} ${who(reader)}. <a href="${switchAddress}">${said.another}</a></p>`,
      consentForm(site, { ...question, csrfToken: reader.csrfToken }),
      html`<p class="fine after">${said.after(
        html`<strong>${new URL(redirectUri).host}</strong>`,
        html`<a href="${href(site, '/portal/connections')}">${said.connections}</a>`,
      )}</p>`,
    ],
  );
}

/** A request that was already answered or has expired. */
export function consentOverPage(site: Site, status: 'answered' | 'ended'): Html {
  const { title, text } = say(site).over[status];
  return layout(site, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(say(site).see, href(site, '/portal/connections'), 'secondary')}</p>`,
  ]);
}

/**
 * A user who is not its owner opened an application in test mode. The page does not show its name: it has not
 * been reviewed.
 */
export function inTestPage(site: Site, switchAddress: string): Html {
  const said = say(site);
  return layout(site, { title: said.inTest }, [
    html`<p class="lead">${said.notOpen}</p>
<p>${said.notOpenOwner} <a href="${switchAddress}">${said.another}</a></p>`,
  ]);
}

/** A request whose response can't be sent anywhere. */
export function unanswerablePage(
  site: Site,
  { error, description }: { readonly error: string; readonly description: string },
): Html {
  const said = say(site);
  return layout(site, { title: said.wrong }, [
    html`<p class="lead">${said.stuck}</p>`,
    html`<dl><div><dt>${said.error}</dt><dd class="exact">${error}</dd></div><div><dt>${said.reason}</dt><dd>${description}</dd></div></dl>`,
  ]);
}

function who(reader: Reader): Html {
  const name = readerName(reader);
  return name === reader.email
    ? html`<strong>${name}</strong>`
    : html`<strong>${name}</strong> (${reader.email})`;
}
