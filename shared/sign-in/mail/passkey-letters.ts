import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

interface Facts {
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

/** To whose account it is. What a passkey is called is for its owner alone, and does not lie in the outbox. */
export const passkeyLetters = letters({
  en: {
    passkeyAdded: ({ at, url }: Facts): Letter => ({
      subject: 'A passkey was added to your account',
      paragraphs: [
        `On ${instantInWords(at)} somebody who is signed in to your account added a passkey. Whoever has it can sign in without a code from this mailbox.`,
        'If it was not you, remove it at once, sign out all other browsers, and secure your mailbox.',
      ],
      link: { label: 'Look at my passkeys', url },
    }),
    passkeyRemoved: ({ at, url }: Facts): Letter => ({
      subject: 'A passkey was removed from your account',
      paragraphs: [
        `A passkey of your account was removed on ${instantInWords(at)}. Nobody can sign in with it any more. A code by mail still works.`,
        'If it was not you, and you did not ask the registry for it, sign out all other browsers, and secure your mailbox.',
      ],
      link: { label: 'Look at my passkeys', url },
    }),
    passkeySuspended: ({ at, url }: Facts): Letter => ({
      subject: 'A passkey of your account does not work any more',
      paragraphs: [
        `On ${instantInWords(at)} somebody wanted to sign in with a passkey of your account whose counter had gone back. That happens where there is a copy of it, so we did not let them in, and do not accept this passkey any more.`,
        'The copy may have been used before: sign in with a code by mail, sign out all other browsers, remove this passkey and all that you do not know, and add a new one. If you do not know how a copy came about, stop using the device or security key.',
      ],
      link: { label: 'Look at my passkeys', url },
    }),
    passkeyCodeMade: ({ at, url }: Facts): Letter => ({
      subject: 'A code for a passkey of your account was made',
      paragraphs: [
        `On ${instantInWords(at)} an operator of the registry made a code with which you add a passkey that is good for decisions. They tell you the code themselves, and it is in no mail.`,
        'If you did not ask for it, tell your operator at once. Nobody who asks you for the code by mail or by telephone is from the registry.',
      ],
      link: { label: 'Look at my passkeys', url },
    }),
  },
  es: {
    passkeyAdded: ({ at, url }): Letter => ({
      subject: 'Se añadió una llave de acceso a su cuenta',
      paragraphs: [
        `El ${instantInWords(at, 'es')} alguien con sesión iniciada en su cuenta añadió una llave de acceso. Quien la tenga puede iniciar sesión sin un código de este buzón.`,
        'Si no fue usted, quítela de inmediato, cierre la sesión de todos los demás navegadores y proteja su buzón.',
      ],
      link: { label: 'Ver mis llaves de acceso', url },
    }),
    passkeyRemoved: ({ at, url }): Letter => ({
      subject: 'Se quitó una llave de acceso de su cuenta',
      paragraphs: [
        `Una llave de acceso de su cuenta se quitó el ${instantInWords(at, 'es')}. Nadie puede ya iniciar sesión con ella. Un código por correo sigue sirviendo.`,
        'Si no fue usted y no se lo pidió al registro, cierre la sesión de todos los demás navegadores y proteja su buzón.',
      ],
      link: { label: 'Ver mis llaves de acceso', url },
    }),
    passkeySuspended: ({ at, url }): Letter => ({
      subject: 'Una llave de acceso de su cuenta ya no funciona',
      paragraphs: [
        `El ${instantInWords(at, 'es')} alguien quiso iniciar sesión con una llave de acceso de su cuenta cuyo contador había retrocedido. Eso ocurre cuando existe una copia, así que no le dejamos entrar y ya no aceptamos esta llave de acceso.`,
        'La copia puede haberse usado antes: inicie sesión con un código por correo, cierre la sesión de todos los demás navegadores, quite esta llave de acceso y todas las que no conozca, y añada una nueva. Si no sabe cómo surgió una copia, deje de usar el dispositivo o la llave de seguridad.',
      ],
      link: { label: 'Ver mis llaves de acceso', url },
    }),
    passkeyCodeMade: ({ at, url }): Letter => ({
      subject: 'Se creó un código para una llave de acceso de su cuenta',
      paragraphs: [
        `El ${instantInWords(at, 'es')} un operador del registro creó un código con el que usted añade una llave de acceso que sirve para decisiones. Le dirá el código en persona; no está en ningún correo.`,
        'Si no lo pidió, avise de inmediato a su operador. Nadie que le pida el código por correo o por teléfono es del registro.',
      ],
      link: { label: 'Ver mis llaves de acceso', url },
    }),
  },
});
