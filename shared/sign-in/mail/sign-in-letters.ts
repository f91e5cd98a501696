import { instantInWords } from '../../kernel/domain/dates.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';
import { browserInWords } from '../domain/known-browser.ts';

/** Who asked for a code, as far as it is known. */
interface AskedCode {
  /** ISO 8601. */
  readonly at: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string | null;
  /** Whether it had signed in to the account before. */
  readonly known: boolean;
  /** The application that they are on the way to. */
  readonly client: string | null;
}

interface Facts {
  readonly code: string;
  readonly kind: 'short' | 'long';
  readonly minutes: number;
  readonly asked: AskedCode;
}

/** `09:05:00 UTC`. */
function timeOf(at: string): string {
  return instantInWords(at).slice(-12);
}

function wayOf({ at, browser, known, client }: AskedCode): string {
  const who =
    browser === null
      ? ''
      : `, with ${browserInWords(browser)}, ${known ? 'which has' : 'which has not'} signed in to your account before`;
  const where =
    client === null ? '' : ` After you sign in, you continue to the application “${client}”.`;
  return `The code was requested on ${instantInWords(at)}${who}.${where}`;
}

function wayInSpanish({ at, browser, known, client }: AskedCode): string {
  const who =
    browser === null
      ? ''
      : `, desde ${browserInWords(browser, 'es')}, que ${known ? 'ya había' : 'no había'} iniciado sesión antes en su cuenta`;
  const where =
    client === null ? '' : ` Después de iniciar sesión, continuará a la aplicación «${client}».`;
  return `El código se solicitó el ${instantInWords(at, 'es')}${who}.${where}`;
}

/**
 * To who signs in. The time tells several from each other. The code is not in the subject, which a locked screen shows;
 * the first lines, which it shows as well, are without it.
 */
export const signInLetters = letters({
  en: {
    signInCode: (facts: Facts): Letter => ({
      subject: `Your sign-in code, requested at ${timeOf(facts.asked.at)}`,
      paragraphs: [
        'Someone requested a code to sign in with this email address. If this was you, enter the code in the browser where you requested it:',
        { code: facts.code },
        `The code is valid for ${facts.minutes} minutes and works once. Do not share it: we never ask for it by phone or email.`,
        wayOf(facts.asked),
        facts.kind === 'long' &&
          'The code is longer than usual because many codes were requested or tried for this address. If a browser’s request sent no email of its own, it also accepts the newest of these codes.',
        'If you did not want to sign in, ignore this email: no one can sign in without the code.',
      ].filter((paragraph) => paragraph !== false),
    }),
  },
  es: {
    signInCode: (facts): Letter => ({
      subject: `Su código para iniciar sesión, solicitado a las ${timeOf(facts.asked.at)}`,
      paragraphs: [
        'Alguien solicitó un código para iniciar sesión con este correo electrónico. Si fue usted, escríbalo en el navegador en el que lo solicitó:',
        { code: facts.code },
        `El código es válido durante ${facts.minutes} minutos y sirve una sola vez. No lo comparta: nunca lo pedimos por teléfono ni por correo.`,
        wayInSpanish(facts.asked),
        facts.kind === 'long' &&
          'El código es más largo de lo normal porque se solicitaron o probaron muchos códigos con este correo. Si la solicitud de un navegador no envió un correo propio, ese navegador también acepta el código más reciente.',
        'Si no quería iniciar sesión, ignore este correo: nadie puede iniciar sesión sin el código.',
      ].filter((paragraph) => paragraph !== false),
    }),
  },
});

interface NewBrowserFacts {
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of the page with the browsers that are signed in. */
  readonly url: string;
}

/** To who has an account, of a browser that had not signed in to it before. Never from where: that says little, and to whoever reads it. */
export const newBrowserLetters = letters({
  en: {
    browserSignedIn: ({ browser, at, url }: NewBrowserFacts): Letter => ({
      subject: 'A new browser signed in to your account',
      paragraphs: [
        `On ${instantInWords(at)} someone signed in to your account with ${browserInWords(browser)}. This browser had not signed in to your account before, or its data was cleared.`,
        'If this was you, you have nothing to do.',
        'If this was not you, sign that browser out, and secure your mailbox and your passkeys: no one can sign in without one of them.',
      ],
      link: { label: 'View signed-in browsers', url },
    }),
  },
  es: {
    browserSignedIn: ({ browser, at, url }: NewBrowserFacts): Letter => ({
      subject: 'Un navegador nuevo inició sesión en su cuenta',
      paragraphs: [
        `El ${instantInWords(at, 'es')} alguien inició sesión en su cuenta con ${browserInWords(browser, 'es')}. Ese navegador no había iniciado sesión antes en su cuenta, o se borraron sus datos.`,
        'Si fue usted, no tiene que hacer nada.',
        'Si no fue usted, cierre la sesión de ese navegador y proteja su buzón y sus llaves de acceso: sin ellos nadie puede iniciar sesión.',
      ],
      link: { label: 'Ver los navegadores con la sesión iniciada', url },
    }),
  },
});

interface PasskeyFacts {
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

/** To whose account it is. What a passkey is called is for its owner alone, and does not lie in the outbox. */
export const passkeyLetters = letters({
  en: {
    passkeyAdded: ({ at, url }: PasskeyFacts): Letter => ({
      subject: 'A passkey was added to your account',
      paragraphs: [
        `On ${instantInWords(at)} someone signed in to your account added a passkey. Anyone with it can sign in without an email code.`,
        'If this was not you, remove the passkey immediately, sign out all other browsers, and secure your mailbox.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeyRemoved: ({ at, url }: PasskeyFacts): Letter => ({
      subject: 'A passkey was removed from your account',
      paragraphs: [
        `A passkey was removed from your account on ${instantInWords(at)}. No one can sign in with it any longer. You can still sign in with an email code.`,
        'If this was not you, and you did not ask us to remove it, sign out all other browsers and secure your mailbox.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeySuspended: ({ at, url }: PasskeyFacts): Letter => ({
      subject: 'A passkey on your account no longer works',
      paragraphs: [
        `On ${instantInWords(at)} someone tried to sign in with a passkey of your account whose counter had gone back. This can mean that a copy of the passkey exists. We refused the sign-in and no longer accept this passkey.`,
        'The copy may have been used before. Sign in with an email code and sign out all other browsers. Remove this passkey and any that you do not recognize, and add a new one. If you do not know how the passkey was copied, stop using the device or security key.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeyCodeMade: ({ at, url }: PasskeyFacts): Letter => ({
      subject: 'A code for adding a passkey was created',
      paragraphs: [
        `On ${instantInWords(at)} an operator of the registry created a one-time code for adding a passkey you can approve cases with. The operator gives you the code themselves, never by email.`,
        'If you did not ask for it, tell your operator immediately. We never ask you for the code by email or phone.',
      ],
      link: { label: 'View your passkeys', url },
    }),
  },
  es: {
    passkeyAdded: ({ at, url }): Letter => ({
      subject: 'Se agregó una llave de acceso a su cuenta',
      paragraphs: [
        `El ${instantInWords(at, 'es')} alguien con la sesión iniciada en su cuenta agregó una llave de acceso. Quien la tenga puede iniciar sesión sin un código por correo.`,
        'Si no fue usted, elimínela de inmediato, cierre la sesión de todos los demás navegadores y proteja su buzón.',
      ],
      link: { label: 'Ver sus llaves de acceso', url },
    }),
    passkeyRemoved: ({ at, url }): Letter => ({
      subject: 'Se eliminó una llave de acceso de su cuenta',
      paragraphs: [
        `Se eliminó una llave de acceso de su cuenta el ${instantInWords(at, 'es')}. Ya nadie puede iniciar sesión con ella. Usted todavía puede iniciar sesión con un código por correo.`,
        'Si no fue usted y no nos pidió eliminarla, cierre la sesión de todos los demás navegadores y proteja su buzón.',
      ],
      link: { label: 'Ver sus llaves de acceso', url },
    }),
    passkeySuspended: ({ at, url }): Letter => ({
      subject: 'Una llave de acceso de su cuenta ya no funciona',
      paragraphs: [
        `El ${instantInWords(at, 'es')} alguien intentó iniciar sesión con una llave de acceso de su cuenta cuyo contador había retrocedido. Esto puede indicar que existe una copia de la llave. Rechazamos el inicio de sesión y ya no aceptamos esta llave de acceso.`,
        'La copia puede haberse usado antes. Inicie sesión con un código por correo y cierre la sesión de todos los demás navegadores. Elimine esta llave de acceso y las que no reconozca, y agregue una nueva. Si no sabe cómo se copió la llave, deje de usar el dispositivo o la llave de seguridad.',
      ],
      link: { label: 'Ver sus llaves de acceso', url },
    }),
    passkeyCodeMade: ({ at, url }): Letter => ({
      subject: 'Se creó un código para agregar una llave de acceso',
      paragraphs: [
        `El ${instantInWords(at, 'es')} un operador del registro creó un código de un solo uso para agregar una llave de acceso con la que puede aprobar casos. El operador le da el código directamente, nunca por correo.`,
        'Si no lo pidió, avise de inmediato a su operador. Nunca le pediremos el código por correo ni por teléfono.',
      ],
      link: { label: 'Ver sus llaves de acceso', url },
    }),
  },
});
