import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { browserInWords } from '../domain/browser-name.ts';

interface Facts {
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
    browserSignedIn: ({ browser, at, url }: Facts): Letter => ({
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
    browserSignedIn: ({ browser, at, url }: Facts): Letter => ({
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
