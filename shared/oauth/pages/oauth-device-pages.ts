import type { Spoken } from '../../kernel/domain/locale.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
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
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { oauthDevicePagesTexts } from '../texts/index.ts';
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

const say = words(oauthDevicePagesTexts);

/** The error for a code that belongs to no pending device. */
export function wrongDeviceCode(reader: Spoken): string {
  return say(reader).wrong;
}

/** Asks for the code on the device. */
export function deviceCodePage(
  site: Site,
  reader: Reader,
  { value, errors = {} }: { readonly value: string; readonly errors?: FieldErrors },
): Html {
  const said = say(site);
  const { title } = said;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
    },
    [
      html`<p class="lead">${said.lead}</p>`,
      form({ csrfToken: reader.csrfToken, action: href(site, '/oauth/device') }, [
        textField({
          name: 'user_code',
          label: said.code,
          hint: said.hint,
          autocomplete: 'off',
          spellcheck: false,
          width: 'code',
          value,
          error: errors['user_code'],
        }),
        button({ label: said.next }),
      ]),
      html`<p class="fine after">${said.never}</p>`,
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
export function deviceConsentPage(site: Site, reader: Reader, question: DeviceQuestion): Html {
  const { clientName, userCode, errors = {} } = question;
  const said = say(site);
  const title = said.allow(clientName);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.title,
    },
    [
      question.logo !== null && logoPicture(question.logo),
      definitionList([
        [said.code, html`<strong class="compare">${exact(userCode)}</strong>`],
        [said.account, reader.email],
      ]),
      notice('warning', said.yours, html`<p>${said.careful}</p>`),
      consentForm(site, { ...question, csrfToken: reader.csrfToken }),
    ],
  );
}

/** The last page, after either answer. */
export function deviceDonePage(site: Site, reader: Reader, allowed: boolean): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: allowed ? said.connected : said.notConnected }, [
    html`<p class="lead">${said.back}</p>`,
    allowed &&
      html`<p>${said.stays(html`<a href="${href(site, '/portal/connections')}">${said.connections}</a>`)}</p>`,
  ]);
}

/** A code that was decided, or has expired, since the page was opened. */
export function deviceOverPage(site: Site, reader: Reader): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.another, href(site, '/oauth/device'))}</p>`,
  ]);
}
