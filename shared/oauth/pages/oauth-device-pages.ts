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
import { consentForm, type SharedEntity } from './oauth-consent-form.ts';

const say = words({
  en: {
    title: 'Connect a device',
    lead: 'Enter the code that your device or program shows.',
    code: 'Code',
    hint: 'Eight letters, like BCDF-GHJK.',
    wrong: 'The code is wrong or has expired',
    next: 'Continue',
    never: 'Never enter a code that someone sent you. It would give them access to your account.',
    allow: (client: string) => `Allow ${client} on your device?`,
    account: 'Your account',
    yours: 'Is this your device?',
    careful:
      'Allow access only if you started this yourself a moment ago and your device shows exactly this code. If someone sent you the code or a link, do not allow it.',
    connected: 'Your device is connected',
    notConnected: 'Your device was not connected',
    back: 'You can go back to your device and close this page.',
    stays: (connections: Html) => html`The access stays until you end it under ${connections}.`,
    connections: 'Connected applications',
    over: 'This code is no longer valid',
    overText: 'The code was used or has expired. Get a new code on your device.',
    another: 'Enter another code',
  },
  es: {
    title: 'Conectar un dispositivo',
    lead: 'Escriba el código que muestra su dispositivo o programa.',
    code: 'Código',
    hint: 'Ocho letras, como BCDF-GHJK.',
    wrong: 'El código es incorrecto o venció',
    next: 'Continuar',
    never: 'Nunca escriba un código que alguien le haya enviado. Le daría acceso a su cuenta.',
    allow: (client: string) => `¿Permitir ${client} en su dispositivo?`,
    account: 'Su cuenta',
    yours: '¿Es su dispositivo?',
    careful:
      'Permita el acceso solo si usted empezó esto hace un momento y su dispositivo muestra exactamente este código. Si alguien le envió el código o un enlace, no lo permita.',
    connected: 'Su dispositivo está conectado',
    notConnected: 'Su dispositivo no se conectó',
    back: 'Puede volver a su dispositivo y cerrar esta página.',
    stays: (connections: Html) =>
      html`El acceso sigue hasta que usted lo termine en ${connections}.`,
    connections: 'Aplicaciones conectadas',
    over: 'Este código ya no es válido',
    overText: 'El código se usó o venció. Obtenga uno nuevo en su dispositivo.',
    another: 'Escribir otro código',
  },
});

/** The complaint about a code that no device waits with. */
export function wrongDeviceCode(reader: Spoken): string {
  return say(reader).wrong;
}

/** Asks for the code that the device shows. */
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
  /** Its picture in base64; null: it has none. */
  readonly logo: string | null;
  /** Who publishes it, and where they say what they do with data; null where nobody said. */
  readonly publisher: string | null;
  readonly privacyUri: string | null;
  readonly userCode: string;
  readonly scopes: readonly OAuthScope[];
  readonly entities: readonly SharedEntity[];
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks whether it is the user's own device, and what it may do. */
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

/** The end, after either answer. */
export function deviceDonePage(site: Site, reader: Reader, allowed: boolean): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: allowed ? said.connected : said.notConnected }, [
    html`<p class="lead">${said.back}</p>`,
    allowed &&
      html`<p>${said.stays(html`<a href="${href(site, '/portal/connections')}">${said.connections}</a>`)}</p>`,
  ]);
}

/** A code that was decided on, or has expired, since the page was opened. */
export function deviceOverPage(site: Site, reader: Reader): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.another, href(site, '/oauth/device'))}</p>`,
  ]);
}
