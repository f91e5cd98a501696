import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import {
  button,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

/** Asks for the code that the device shows. */
export function deviceCodePage(
  site: Site,
  reader: Reader,
  { value, errors = {} }: { readonly value: string; readonly errors?: FieldErrors },
): Html {
  const title = 'Connect a device';
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      before: errorSummary(errors),
    },
    [
      html`<p class="lead">Enter the code that your device or program shows.</p>`,
      form({ csrfToken: reader.csrfToken, action: href(site, '/oauth/device') }, [
        textField({
          name: 'user_code',
          label: 'Code',
          hint: 'Eight letters, like BCDF-GHJK.',
          autocomplete: 'off',
          spellcheck: false,
          width: 'code',
          value,
          error: errors['user_code'],
        }),
        button({ label: 'Continue' }),
      ]),
      html`<p class="fine after">Never enter a code that somebody sent you: it would give them access to your account.</p>`,
    ],
  );
}

export interface DeviceQuestion {
  readonly clientName: string;
  readonly userCode: string;
  readonly scopes: readonly OAuthScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks whether it is the user's own device, and what it may do. */
export function deviceConsentPage(site: Site, reader: Reader, question: DeviceQuestion): Html {
  const { clientName, userCode, errors = {} } = question;
  const title = `Allow ${clientName} on your device?`;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Connect a device',
      before: errorSummary(errors),
    },
    [
      definitionList([
        ['Code', html`<strong class="compare">${exact(userCode)}</strong>`],
        ['Your account', reader.email],
      ]),
      notice(
        'warning',
        'Is it your device?',
        html`<p>Allow it only if you started this yourself, a moment ago, and your device shows exactly this code. If somebody sent you the code or a link, do not allow it.</p>`,
      ),
      consentForm({ ...question, csrfToken: reader.csrfToken }),
    ],
  );
}

/** The end, after either answer. */
export function deviceDonePage(site: Site, reader: Reader, allowed: boolean): Html {
  return portalLayout(
    inEnglish(site),
    reader,
    { title: allowed ? 'Your device is connected' : 'Your device was not connected' },
    [
      html`<p class="lead">You can go back to your device, and close this page.</p>`,
      allowed &&
        html`<p>What you allowed stays allowed until you end it under <a href="${href(site, '/portal/connections')}">Connected applications</a>.</p>`,
    ],
  );
}

/** A code that was decided on, or has expired, since the page was opened. */
export function deviceOverPage(site: Site, reader: Reader): Html {
  return portalLayout(inEnglish(site), reader, { title: 'This code is no longer valid' }, [
    html`<p class="lead">It was used, or it has expired. Ask your device for a new one.</p>`,
    html`<p>${linkButton('Enter another code', href(site, '/oauth/device'))}</p>`,
  ]);
}
