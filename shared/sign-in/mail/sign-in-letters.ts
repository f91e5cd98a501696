import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { browserInWords } from '../domain/browser-name.ts';

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
      : `, by ${browserInWords(browser)}, ${known ? 'which has' : 'which has not'} signed in to your account before`;
  const where = client === null ? '' : ` It leads on to the application “${client}”.`;
  return `It was asked for on ${instantInWords(at)}${who}.${where}`;
}

function wayInSpanish({ at, browser, known, client }: AskedCode): string {
  const who =
    browser === null
      ? ''
      : `, desde ${browserInWords(browser, 'es')}, que ${known ? 'ya había' : 'no había'} iniciado sesión antes en su cuenta`;
  const where = client === null ? '' : ` Lleva a la aplicación «${client}».`;
  return `Se pidió el ${instantInWords(at, 'es')}${who}.${where}`;
}

/**
 * To who signs in. The time tells several from each other. The code is not in the subject, which a locked screen shows;
 * the first lines, which it shows, too, are without it.
 */
export const signInLetters = letters({
  en: {
    signInCode: (facts: Facts): Letter => ({
      subject: `Your code to sign in, asked for at ${timeOf(facts.asked.at)}`,
      paragraphs: [
        'Somebody asked for a code to sign in with this e-mail address. If it was you, enter it in the browser in which you asked for it:',
        { code: facts.code },
        `It is valid for ${facts.minutes} minutes, once. Give it to nobody: we never ask for it by phone or mail.`,
        wayOf(facts.asked),
        facts.kind === 'long' &&
          'The code is longer than usual because many were asked for or tried with this address. A browser that got no mail of its own accepts the newest of these codes, too.',
        'If you did not want to sign in, there is nothing to do: nobody gets in without the code.',
      ].filter((paragraph) => paragraph !== false),
    }),
  },
  es: {
    signInCode: (facts): Letter => ({
      subject: `Su código para iniciar sesión, pedido a las ${timeOf(facts.asked.at)}`,
      paragraphs: [
        'Alguien pidió un código para iniciar sesión con esta dirección de correo. Si fue usted, escríbalo en el navegador en el que lo pidió:',
        { code: facts.code },
        `Vale durante ${facts.minutes} minutos, una sola vez. No se lo dé a nadie: nunca lo pedimos por teléfono ni por correo.`,
        wayInSpanish(facts.asked),
        facts.kind === 'long' &&
          'El código es más largo de lo normal porque con esta dirección se pidieron o probaron muchos. Un navegador que no recibió un correo propio acepta también el más reciente de estos códigos.',
        'Si no quería iniciar sesión, no tiene que hacer nada: nadie entra sin el código.',
      ].filter((paragraph) => paragraph !== false),
    }),
  },
});
