import {
  button,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  textField,
  toldAs,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { logoPicture } from '../../kernel/pages/logo-picture.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { recentSignIn } from '../domain/session.ts';
import { challengeLifetime, signInCodeLifetime } from '../domain/sign-in-challenge.ts';
import type { CodeKind } from '../domain/sign-in-code.ts';
import type { SignInReason } from '../domain/sign-in-reason.ts';

export interface SignInFormOptions {
  readonly csrfToken: string;
  /** The application that somebody is on the way to. */
  readonly clientName?: string | undefined;
  /** Its picture, in base64. */
  readonly clientLogo?: string | undefined;
  /** They are signed in, and the application asks for it once more. */
  readonly again?: boolean;
  /** They will be asked what the application may do. */
  readonly decides?: boolean;
  /** Why our own rule makes somebody who is signed in do it once more. */
  readonly reason?: SignInReason | null;
  /** Whether they sent a form, of which nothing was done. */
  readonly unsent?: boolean;
  readonly value?: string;
  readonly errors?: FieldErrors;
  /** Another way in, beside the code; hidden until a script of ours, which it needs, shows it. */
  readonly passkey?: Content;
  readonly script?: `/${string}`;
}

const minutes = {
  recent: recentSignIn / 60_000,
  challenge: challengeLifetime / 60_000,
  short: signInCodeLifetime / 60_000,
};

type CodeTexts = Readonly<
  Record<CodeKind | 'none', { readonly lead: string; readonly hint: string }>
>;

const say = words({
  en: {
    signIn: 'Sign in',
    // What a recent sign-in is for.
    again: {
      amendment: 'Please sign in again to sign an amendment',
      connection: 'Please sign in again to allow an application to use your account',
      credential: 'Please sign in again to put a credential into a wallet',
      data: 'Please sign in again to download what is held about you',
      key: 'Please sign in again to create, rotate or revoke an API key',
      passkey: 'Please sign in again to add or remove a passkey',
      client: 'Please sign in again to add or change an application',
      webhook: 'Please sign in again to add or change a webhook endpoint',
      will: 'Please sign in again to sign or revoke the Manifestation of Will',
    } satisfies Readonly<Record<SignInReason, string>>,
    unsent: 'Nothing was done yet of what you have just sent: you will be asked once more. ',
    recent: `For this, a sign-in must not be older than ${minutes.recent} minutes.`,
    clientAgain: ['Please sign in again: ', ' asks for it.'],
    clientOn: ['Sign in to go on to ', '.'],
    decides: ' You decide afterwards what it may do.',
    lead: 'We send a code to your e-mail address. There is no password.',
    email: 'E-mail address',
    emailHint: 'The one that the registry knows you by.',
    send: 'Send me a code',
    enter: 'Enter the code',
    code: 'Code',
    codes: {
      short: {
        lead: 'If there is an account with that address, we have sent it a code of six digits.',
        hint: `It is valid for ${minutes.short} minutes, in this browser only.`,
      },
      long: {
        lead: 'If there is an account with that address, we have sent it a code of twelve characters.',
        hint: `Letters and digits; small letters, spaces and hyphens do not matter. It is valid for ${minutes.challenge} minutes, in this browser.`,
      },
      none: {
        lead: 'Many codes were asked for with that address, so we have sent no further one. If there is an account, the newest code of twelve characters in its mailbox works here.',
        hint: `Letters and digits; small letters, spaces and hyphens do not matter. It is valid for ${minutes.challenge} minutes from when it was asked for.`,
      },
    } satisfies CodeTexts,
    noMail: [
      'No mail? Look in your spam folder, check the address, and ',
      'ask for another code',
      '.',
    ],
    over: 'Ask for a new code',
    overText: `This sign-in is over. It was used, too many wrong codes were entered, or it is older than ${minutes.challenge} minutes.`,
    wrong: {} as FieldErrors,
  },
  es: {
    signIn: 'Iniciar sesión',
    again: {
      amendment: 'Inicie sesión de nuevo para firmar una modificación',
      connection: 'Inicie sesión de nuevo para permitir que una aplicación use su cuenta',
      credential: 'Inicie sesión de nuevo para poner una credencial en una cartera',
      data: 'Inicie sesión de nuevo para descargar lo que se guarda sobre usted',
      key: 'Inicie sesión de nuevo para crear, cambiar o revocar una clave de API',
      passkey: 'Inicie sesión de nuevo para añadir o quitar una llave de acceso',
      client: 'Inicie sesión de nuevo para añadir o cambiar una aplicación',
      webhook: 'Inicie sesión de nuevo para añadir o cambiar una dirección de webhooks',
      will: 'Inicie sesión de nuevo para firmar o revocar la Manifestación de Voluntad',
    },
    unsent: 'Todavía no se hizo nada de lo que acaba de enviar: se le preguntará una vez más. ',
    recent: `Para esto, el inicio de sesión no puede tener más de ${minutes.recent} minutos.`,
    clientAgain: ['Inicie sesión de nuevo: lo pide ', '.'],
    clientOn: ['Inicie sesión para continuar a ', '.'],
    decides: ' Después usted decide qué puede hacer.',
    lead: 'Enviamos un código a su dirección de correo electrónico. No hay contraseña.',
    email: 'Dirección de correo electrónico',
    emailHint: 'Aquella con la que el registro le conoce.',
    send: 'Enviarme un código',
    enter: 'Escriba el código',
    code: 'Código',
    codes: {
      short: {
        lead: 'Si existe una cuenta con esa dirección, le enviamos un código de seis dígitos.',
        hint: `Vale durante ${minutes.short} minutos y solo en este navegador.`,
      },
      long: {
        lead: 'Si existe una cuenta con esa dirección, le enviamos un código de doce caracteres.',
        hint: `Letras y números; no importan las minúsculas, los espacios ni los guiones. Vale durante ${minutes.challenge} minutos, en este navegador.`,
      },
      none: {
        lead: 'Se pidieron muchos códigos con esa dirección, por eso no enviamos otro. Si existe una cuenta, aquí sirve el código de doce caracteres más reciente de su buzón.',
        hint: `Letras y números; no importan las minúsculas, los espacios ni los guiones. Vale durante ${minutes.challenge} minutos desde que se pidió.`,
      },
    },
    noMail: [
      '¿No llegó el correo? Busque en la carpeta de correo no deseado, compruebe la dirección y ',
      'pida otro código',
      '.',
    ],
    over: 'Pida un código nuevo',
    overText: `Este inicio de sesión terminó. Ya se usó, se escribieron demasiados códigos incorrectos o tiene más de ${minutes.challenge} minutos.`,
    wrong: {
      email: 'Escriba su dirección de correo electrónico, como nombre@ejemplo.com',
      code: 'El código es incorrecto o venció. Escríbalo tal como está en el correo',
    } as FieldErrors,
  },
});

/** Asks for the mail address. */
export function signInPage(site: Site, options: SignInFormOptions): Html {
  const { csrfToken, reason = null, unsent, value = '', passkey, script } = options;
  const said = say(site);
  const errors = toldAs(options.errors ?? {}, said.wrong);
  return layout(site, { ...formHead(said.signIn, errors, site), ...(script && { script }) }, [
    reason !== null &&
      notice(
        unsent ? 'warning' : 'info',
        said.again[reason],
        html`<p>${unsent && said.unsent}${said.recent}</p>`,
      ),
    wayOn(site, options),
    html`<p class="lead">${said.lead}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'email',
        label: said.email,
        hint: said.emailHint,
        type: 'email',
        inputmode: 'email',
        // The second word offers passkeys among the addresses, where the browser can.
        autocomplete: passkey ? 'email webauthn' : 'email',
        spellcheck: false,
        value,
        error: errors['email'],
      }),
      button({ label: said.send }),
    ]),
    passkey,
  ]);
}

function wayOn(
  site: Site,
  { clientName, clientLogo, again = false, decides = false }: SignInFormOptions,
) {
  if (clientName === undefined) return null;
  const said = say(site);
  const [before, after] = again ? said.clientAgain : said.clientOn;
  return html`${clientLogo !== undefined && logoPicture(clientLogo)}<p class="lead">${before}<strong>${clientName}</strong>${after}${decides && said.decides}</p>`;
}

export interface CodeFormOptions {
  readonly csrfToken: string;
  /** What was mailed, if there is an account; `none` where others have asked for too many codes. */
  readonly code: CodeKind | 'none';
  /** Where another code is asked for. */
  readonly again: string;
  readonly errors?: FieldErrors;
}

/** Asks for the code; says nothing of whether there is an account to which one was sent. */
export function codePage(site: Site, options: CodeFormOptions): Html {
  const { csrfToken, code, again } = options;
  const said = say(site);
  const { lead, hint } = said.codes[code];
  const errors = toldAs(options.errors ?? {}, said.wrong);
  const [noMail, another, end] = said.noMail;
  return layout(site, formHead(said.enter, errors, site), [
    html`<p class="lead">${lead}</p>`,
    form({ csrfToken }, [
      textField({
        name: 'code',
        label: said.code,
        hint,
        inputmode: code === 'short' ? 'numeric' : 'text',
        autocomplete: 'one-time-code',
        spellcheck: false,
        width: code === 'short' ? 'code' : 'full',
        error: errors['code'],
      }),
      button({ label: said.signIn }),
    ]),
    html`<p class="fine after">${noMail}<a href="${again}">${another}</a>${end}</p>`,
  ]);
}

/** A sign-in that is over, whatever ended it. */
export function signInOverPage(site: Site, again: string): Html {
  const said = say(site);
  return layout(site, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.over, again)}</p>`,
  ]);
}
