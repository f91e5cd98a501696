import type { Localized } from '../../kernel/domain/locale.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import { oauthDevicePagesTexts } from '../texts/index.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

const textsFor = byLocale(oauthDevicePagesTexts);

/** The error for a code that belongs to no pending device. */
export function wrongDeviceCode(context: Localized): string {
  return textsFor(context).wrong;
}

/** Asks for the code on the device. */
export function deviceCodePage(
  context: PageContext,
  viewer: Viewer,
  { value, errors = {} }: { readonly value: string; readonly errors?: FieldErrors },
): Html {
  const texts = textsFor(context);
  const { title } = texts;
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
    },
    [
      html`<p class="lead">${texts.lead}</p>`,
      form({ csrfToken: viewer.csrfToken, action: href(context, '/oauth/device') }, [
        textField({
          name: 'user_code',
          label: texts.code,
          hint: texts.hint,
          autocomplete: 'off',
          spellcheck: false,
          width: 'code',
          value,
          error: errors['user_code'],
        }),
        button({ label: texts.next }),
      ]),
      html`<p class="fine after">${texts.never}</p>`,
    ],
  );
}

export interface DeviceQuestion {
  readonly clientName: string;
  /** The logo in base64; null if it has none. */
  readonly logo: string | null;
  /** Its publisher and privacy notice; null if unknown. */
  readonly publisher: string | null;
  readonly privacyUri: string | null;
  readonly userCode: string;
  readonly scopes: readonly OAuthScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks whether it is the user's own device, and for consent to its access. */
export function deviceConsentPage(
  context: PageContext,
  viewer: Viewer,
  question: DeviceQuestion,
): Html {
  const { clientName, userCode, errors = {} } = question;
  const texts = textsFor(context);
  const title = texts.allow(clientName);
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: texts.title,
    },
    [
      question.logo !== null && logoPicture(question.logo),
      definitionList([
        [texts.code, html`<strong class="compare">${exact(userCode)}</strong>`],
        [texts.account, viewer.email],
      ]),
      notice('warning', texts.yours, html`<p>${texts.careful}</p>`),
      consentForm(context, { ...question, csrfToken: viewer.csrfToken }),
    ],
  );
}

/** The last page, after either answer. */
export function deviceDonePage(context: PageContext, viewer: Viewer, allowed: boolean): Html {
  const texts = textsFor(context);
  return portalLayout(context, viewer, { title: allowed ? texts.connected : texts.notConnected }, [
    html`<p class="lead">${texts.back}</p>`,
    allowed &&
      html`<p>${texts.stays(html`<a href="${href(context, '/portal/connections')}">${texts.connections}</a>`)}</p>`,
  ]);
}

/** A code that was decided, or has expired, since the page was opened. */
export function deviceOverPage(context: PageContext, viewer: Viewer): Html {
  const texts = textsFor(context);
  return portalLayout(context, viewer, { title: texts.over }, [
    html`<p class="lead">${texts.overText}</p>`,
    html`<p>${linkButton(texts.another, href(context, '/oauth/device'))}</p>`,
  ]);
}
