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
  /** The application that someone is on the way to. */
  readonly clientName?: string | undefined;
  /** Its picture, in base64. */
  readonly clientLogo?: string | undefined;
  /** They are signed in, and the application asks for it once more. */
  readonly again?: boolean;
  /** They will be asked what the application may do. */
  readonly decides?: boolean;
  /** Why our own rule makes someone who is signed in do it once more. */
  readonly reason?: SignInReason | null;
  /** Whether they sent a form, of which nothing was done. */
  readonly unsent?: boolean;
  readonly value?: string;
  readonly errors?: FieldErrors;
  /** Another way in, beside the code; hidden until a script of our own, which it needs, shows it. */
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
      credential: 'Please sign in again to add a credential to a wallet',
      data: 'Please sign in again to download your data',
      key: 'Please sign in again to create, rotate or revoke an API key',
      passkey: 'Please sign in again to add or remove a passkey',
      client: 'Please sign in again to add or change an application',
      webhook: 'Please sign in again to add or change a webhook endpoint',
      will: 'Please sign in again to sign or revoke the Manifestation of Will',
    } satisfies Readonly<Record<SignInReason, string>>,
    unsent: 'What you just submitted has not been done yet. We will ask you to confirm it again. ',
    recent: `For your security, you must have signed in within the last ${minutes.recent} minutes.`,
    clientAgain: ['Please sign in again: ', ' requires it.'],
    clientOn: ['Sign in to continue to ', '.'],
    decides: ' You then decide what it can do.',
    lead: 'We’ll email you a code. You do not need a password.',
    email: 'Email address',
    emailHint: 'The email address that the registry has for you.',
    send: 'Send me a code',
    enter: 'Enter the code',
    code: 'Code',
    codes: {
      short: {
        lead: 'If there is an account with that email address, we have emailed a 6-digit code to it.',
        hint: `It expires after ${minutes.short} minutes and works in this browser only.`,
      },
      long: {
        lead: 'If there is an account with that email address, we have emailed a 12-character code to it.',
        hint: `You can use capital or small letters, with or without spaces and hyphens. It expires after ${minutes.challenge} minutes and works in this browser.`,
      },
      none: {
        lead: 'Too many codes were requested for that email address, so we have not sent another one. If there is an account, use the latest 12-character code in its mailbox.',
        hint: `You can use capital or small letters, with or without spaces and hyphens. It expires ${minutes.challenge} minutes after it was requested.`,
      },
    } satisfies CodeTexts,
    noMail: [
      'No email? Check your spam folder and the email address, or ',
      'request another code',
      '.',
    ],
    over: 'Request a new code',
    overText: `This sign-in has ended. It was already used, too many wrong codes were entered, or it is more than ${minutes.challenge} minutes old.`,
    wrong: {} as FieldErrors,
  },
  es: {
    signIn: 'Iniciar sesión',
    again: {
      amendment: 'Inicie sesión de nuevo para firmar una modificación',
      connection: 'Inicie sesión de nuevo para permitir que una aplicación use su cuenta',
      credential: 'Inicie sesión de nuevo para agregar una credencial a una cartera digital',
      data: 'Inicie sesión de nuevo para descargar sus datos',
      key: 'Inicie sesión de nuevo para crear, reemplazar o revocar una clave de API',
      passkey: 'Inicie sesión de nuevo para agregar o quitar una llave de acceso',
      client: 'Inicie sesión de nuevo para agregar o cambiar una aplicación',
      webhook: 'Inicie sesión de nuevo para agregar o cambiar una dirección de webhooks',
      will: 'Inicie sesión de nuevo para firmar o revocar la Manifestación de Voluntad',
    },
    unsent:
      'Lo que acaba de enviar todavía no se ha realizado. Le pediremos que lo confirme de nuevo. ',
    recent: `Por su seguridad, debe haber iniciado sesión en los últimos ${minutes.recent} minutos.`,
    clientAgain: ['Inicie sesión de nuevo: lo requiere ', '.'],
    clientOn: ['Inicie sesión para continuar en ', '.'],
    decides: ' Después usted decide qué puede hacer.',
    lead: 'Le enviaremos un código por correo electrónico. No necesita contraseña.',
    email: 'Dirección de correo electrónico',
    emailHint: 'La dirección de correo que usted tiene en el registro.',
    send: 'Enviarme un código',
    enter: 'Escriba el código',
    code: 'Código',
    codes: {
      short: {
        lead: 'Si existe una cuenta con esa dirección, enviamos a ella un código de 6 dígitos.',
        hint: `Vence en ${minutes.short} minutos y solo sirve en este navegador.`,
      },
      long: {
        lead: 'Si existe una cuenta con esa dirección, enviamos a ella un código de 12 caracteres.',
        hint: `Puede usar mayúsculas o minúsculas, con o sin espacios y guiones. Vence en ${minutes.challenge} minutos y sirve en este navegador.`,
      },
      none: {
        lead: 'Se pidieron demasiados códigos para esa dirección, así que no enviamos otro. Si existe una cuenta, use el código de 12 caracteres más reciente de su buzón.',
        hint: `Puede usar mayúsculas o minúsculas, con o sin espacios y guiones. Vence ${minutes.challenge} minutos después de que se pidió.`,
      },
    },
    noMail: [
      '¿No llegó el correo? Revise la carpeta de correo no deseado y la dirección, o ',
      'pida otro código',
      '.',
    ],
    over: 'Pida un código nuevo',
    overText: `Este inicio de sesión terminó. Ya se usó, se escribieron demasiados códigos incorrectos o pasaron más de ${minutes.challenge} minutos.`,
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
  /** What was emailed, if there is an account; `none` where others have asked for too many codes. */
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
