import type { ClientScope } from '../../kernel/domain/scopes.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { type FieldErrors, formHead, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer, viewerName } from '../../kernel/pages/portal-layout.ts';
import { notice } from '../../kernel/pages/text.ts';
import { familyDays } from '../domain/oauth-grant.ts';
import { credentialScopeOf } from '../domain/oauth-scope.ts';
import { oauthConsentPageTexts } from '../texts/index.ts';
import { type AgentQuestion, consentForm, type SharedEntity } from './oauth-consent-form.ts';

const textsFor = byLocale(oauthConsentPageTexts);

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
  readonly agent?: AgentQuestion | undefined;
  readonly errors?: FieldErrors;
}

/** Asks a signed-in user for consent to an application's access. */
export function consentPage(context: PageContext, viewer: Viewer, question: ConsentQuestion): Html {
  const { clientName, redirectUri, switchAddress, errors = {} } = question;
  const texts = textsFor(context);
  const use = question.agent === undefined ? texts.allow : texts.act;
  const asks = credentialScopeOf(question.scopes) === undefined ? use : texts.put;
  const title = asks(clientName);
  const host = html`<strong>${new URL(redirectUri).host}</strong>`;
  const connections = html`<a href="${href(context, '/portal/connections')}">${texts.connections}</a>`;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: texts.kicker,
    },
    [
      question.logo !== null && logoPicture(question.logo),
      question.inTest && notice('warning', texts.inTest, html`<p>${texts.inTestOwner}</p>`),
      html`<p class="lead">${texts.signedInAs} ${who(viewer)}. <a href="${switchAddress}">${texts.another}</a></p>`,
      consentForm(context, { ...question, csrfToken: viewer.csrfToken }),
      html`<p class="fine after">${question.agent === undefined ? texts.after(host, connections) : texts.afterAgent(host, connections, familyDays)}</p>`,
    ],
  );
}

/** A request that was already answered or has expired. */
export function consentOverPage(context: PageContext, status: 'answered' | 'ended'): Html {
  const { title, text } = textsFor(context).over[status];
  return layout(context, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(textsFor(context).see, href(context, '/portal/connections'), 'secondary')}</p>`,
  ]);
}

/**
 * A user who is not its owner opened an application in test mode. The page does not show its name: it has not
 * been reviewed.
 */
export function inTestPage(context: PageContext, switchAddress: string): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.inTest }, [
    html`<p class="lead">${texts.notOpen}</p>
<p>${texts.notOpenOwner} <a href="${switchAddress}">${texts.another}</a></p>`,
  ]);
}

/** A request whose response can't be sent anywhere. */
export function unanswerablePage(
  context: PageContext,
  { error, description }: { readonly error: string; readonly description: string },
): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.wrong }, [
    html`<p class="lead">${texts.stuck}</p>`,
    html`<dl><div><dt>${texts.error}</dt><dd class="exact">${error}</dd></div><div><dt>${texts.reason}</dt><dd>${description}</dd></div></dl>`,
  ]);
}

function who(viewer: Viewer): Html {
  const name = viewerName(viewer);
  return name === viewer.email
    ? html`<strong>${name}</strong>`
    : html`<strong>${name}</strong> (${viewer.email})`;
}
