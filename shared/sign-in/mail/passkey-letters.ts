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
        `On ${instantInWords(at)} someone signed in to your account added a passkey. Anyone with it can sign in without an email code.`,
        'If this was not you, remove the passkey immediately, sign out all other browsers, and secure your mailbox.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeyRemoved: ({ at, url }: Facts): Letter => ({
      subject: 'A passkey was removed from your account',
      paragraphs: [
        `A passkey was removed from your account on ${instantInWords(at)}. No one can sign in with it any longer. You can still sign in with an email code.`,
        'If this was not you, and you did not ask us to remove it, sign out all other browsers and secure your mailbox.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeySuspended: ({ at, url }: Facts): Letter => ({
      subject: 'A passkey on your account no longer works',
      paragraphs: [
        `On ${instantInWords(at)} someone tried to sign in with a passkey of your account whose counter had gone back. This can mean that a copy of the passkey exists. We refused the sign-in and no longer accept this passkey.`,
        'The copy may have been used before. Sign in with an email code and sign out all other browsers. Remove this passkey and any that you do not recognize, and add a new one. If you do not know how the passkey was copied, stop using the device or security key.',
      ],
      link: { label: 'View your passkeys', url },
    }),
    passkeyCodeMade: ({ at, url }: Facts): Letter => ({
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
