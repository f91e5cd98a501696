import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import { errorSummary, type FieldErrors, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

export interface ConsentQuestion {
  readonly clientName: string;
  /** Where the browser goes afterwards. */
  readonly redirectUri: string;
  readonly scopes: readonly OAuthScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  /** Where another account can sign in and come back from. */
  readonly switchAddress: string;
  readonly errors?: FieldErrors;
}

/** Asks a signed-in user what an application may do. */
export function consentPage(site: Site, reader: Reader, question: ConsentQuestion): Html {
  const { clientName, redirectUri, switchAddress, errors = {} } = question;
  const title = `Allow ${clientName} to use your account?`;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Connect an application',
      before: errorSummary(errors),
    },
    [
      html`<p class="lead">You are signed in as ${who(reader)}. <a href="${switchAddress}">Use another account</a></p>`,
      consentForm({ ...question, csrfToken: reader.csrfToken }),
      html`<p class="fine after">Either way you go back to <strong>${new URL(redirectUri).host}</strong>. What you allow stays allowed until you end it under <a href="${href(site, '/portal/connections')}">Connected applications</a>.</p>`,
    ],
  );
}

/** A request that is over: answered, or too old. */
export function consentOverPage(site: Site, status: 'answered' | 'ended'): Html {
  const title =
    status === 'answered' ? 'This request was answered' : 'This request is no longer valid';
  return layout(inEnglish(site), { title }, [
    html`<p class="lead">${
      status === 'answered'
        ? 'The application has received your answer. Nothing more was done. Go back to the application and start again if it still asks.'
        : 'It is older than half an hour, or its address is incomplete. Go back to the application and start again.'
    }</p>`,
    html`<p>${linkButton('See your connected applications', href(site, '/portal/connections'), 'secondary')}</p>`,
  ]);
}

/** A request whose answer has nowhere to go. */
export function unanswerablePage(
  site: Site,
  { error, description }: { readonly error: string; readonly description: string },
): Html {
  return layout(inEnglish(site), { title: 'The application asked for something wrong' }, [
    html`<p class="lead">You cannot go on from here, and you are not sent back, because the request does not say reliably where it came from. Tell those who run the application.</p>`,
    html`<dl><div><dt>Error</dt><dd class="exact">${error}</dd></div><div><dt>Reason</dt><dd>${description}</dd></div></dl>`,
  ]);
}

function who(reader: Reader): Html {
  const name = readerName(reader);
  return name === reader.email
    ? html`<strong>${name}</strong>`
    : html`<strong>${name}</strong> (${reader.email})`;
}
