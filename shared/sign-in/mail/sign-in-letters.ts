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
 * the first lines, which it shows, too, are without it.
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
