import { instantInWords } from '../../kernel/domain/dates.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';
import { keyInWords, keysLeft, listOf, type MailedKey, passkeysLeft } from './keys-in-words.ts';

interface KeyMade {
  readonly key: MailedKey;
  /** What an Agent Key may do, in words; a Standard Key may do everything. */
  readonly may: readonly string[];
  readonly replaced: MailedKey | null;
  readonly byOperator: boolean;
  readonly url: string;
}

interface Connected {
  readonly client: string;
  /** Who publishes it; null: nobody said. */
  readonly publisher: string | null;
  readonly may: readonly string[];
  /** How many legal entities it sees. */
  readonly entities: number;
  readonly url: string;
}

interface ChangedAddress {
  readonly changedAt: string;
  /** Those that continue. */
  readonly keys: readonly MailedKey[];
  /** Those that were revoked with the change. */
  readonly revoked: readonly MailedKey[];
  /** How many passkeys still let someone in. */
  readonly passkeys: number;
}

const es = { locale: 'es' } as const;

/**
 * Mail about what can act for an account: keys, connected applications, the address itself. The last characters of a key
 * tell several from each other.
 */
export const accountLetters = letters({
  en: {
    keyMade: (facts: KeyMade): Letter => ({
      subject:
        facts.replaced === null
          ? `New API key on your account: …${facts.key.lastFour}`
          : `API key replaced: …${facts.replaced.lastFour}`,
      paragraphs: [
        `On ${instantInWords(facts.key.createdAt)} ${facts.byOperator ? 'an operator of the registry' : 'someone signed in to your account'} created ${keyInWords(facts.key, {})}.`,
        ...(facts.replaced === null
          ? []
          : [`It replaces ${keyInWords(facts.replaced, {})}, which no longer works.`]),
        facts.key.kind === 'standard'
          ? 'Anyone with this key can do everything that you can, in your name.'
          : `Anyone with this key can: ${listOf(facts.may)}.`,
        'If you did not expect this, revoke the key immediately in your account.',
      ],
      link: { label: 'Manage your keys', url: facts.url },
    }),
    clientConnected: (facts: Connected): Letter => ({
      subject: `Application connected to your account: ${facts.client}`,
      paragraphs: [
        `Someone signed in to your account allowed the application “${facts.client}”${facts.publisher === null ? '' : `, published by “${facts.publisher}”,`} to: ${listOf(facts.may)}.`,
        ...(facts.entities === 0
          ? []
          : [
              facts.entities === 1
                ? 'It can see one of your legal entities.'
                : `It can see ${facts.entities} of your legal entities.`,
            ]),
        'The application keeps this access until you end it under “Connected applications”. If this was not you, end it immediately.',
      ],
      link: { label: 'View connected applications', url: facts.url },
    }),
    /** To the address that the account had. It can no longer sign in, and does not learn the new address. */
    emailChangedFrom: (facts: ChangedAddress): Letter => ({
      subject: 'Your account’s email address was changed',
      paragraphs: [
        `On ${instantInWords(facts.changedAt)} an operator of the registry changed your account’s email address. No one can sign in with this address any longer, and all browsers were signed out.`,
        ...keysLeft(facts, {}),
        ...passkeysLeft(facts, {}),
        'If you did not ask for this, contact us immediately.',
      ],
    }),
    /** To the address that the account has now. */
    emailChangedTo: (facts: ChangedAddress & { readonly url: string }): Letter => ({
      subject: 'Your account’s email address was changed',
      paragraphs: [
        `On ${instantInWords(facts.changedAt)} an operator of the registry changed your account’s email address to this one. When you sign in, we email a code to this address.`,
        ...keysLeft(facts, {}),
        ...passkeysLeft(facts, {}),
        'If you do not know about this account, contact us.',
      ],
      link: { label: 'Manage your keys', url: facts.url },
    }),
  },
  es: {
    keyMade: (facts): Letter => ({
      subject:
        facts.replaced === null
          ? `Nueva clave en su cuenta: …${facts.key.lastFour}`
          : `Clave reemplazada: …${facts.replaced.lastFour}`,
      paragraphs: [
        `El ${instantInWords(facts.key.createdAt, 'es')} ${facts.byOperator ? 'un operador del registro' : 'alguien con la sesión iniciada en su cuenta'} creó ${keyInWords(facts.key, es)}.`,
        ...(facts.replaced === null
          ? []
          : [`Reemplaza a ${keyInWords(facts.replaced, es)}, que ya no funciona.`]),
        facts.key.kind === 'standard'
          ? 'Quien tenga esta clave puede hacer en su nombre todo lo que usted puede hacer.'
          : `Quien tenga esta clave puede: ${listOf(facts.may)}.`,
        'Si no lo esperaba, revoque la clave de inmediato en su cuenta.',
      ],
      link: { label: 'Administrar sus claves', url: facts.url },
    }),
    clientConnected: (facts): Letter => ({
      subject: `Aplicación conectada a su cuenta: ${facts.client}`,
      paragraphs: [
        `Alguien con la sesión iniciada en su cuenta permitió a la aplicación «${facts.client}»${facts.publisher === null ? '' : `, publicada por «${facts.publisher}»`}: ${listOf(facts.may)}.`,
        ...(facts.entities === 0
          ? []
          : [
              facts.entities === 1
                ? 'Puede ver una de sus personas jurídicas.'
                : `Puede ver ${facts.entities} de sus personas jurídicas.`,
            ]),
        'La aplicación conserva este acceso hasta que usted lo revoque en «Aplicaciones conectadas». Si no fue usted, revóquelo de inmediato.',
      ],
      link: { label: 'Ver las aplicaciones conectadas', url: facts.url },
    }),
    emailChangedFrom: (facts): Letter => ({
      subject: 'Cambió el correo electrónico de su cuenta',
      paragraphs: [
        `El ${instantInWords(facts.changedAt, 'es')} un operador del registro cambió el correo electrónico de su cuenta. Ya nadie puede iniciar sesión con este correo, y se cerró la sesión en todos los navegadores.`,
        ...keysLeft(facts, es),
        ...passkeysLeft(facts, es),
        'Si usted no lo pidió, escríbanos de inmediato.',
      ],
    }),
    emailChangedTo: (facts): Letter => ({
      subject: 'Cambió el correo electrónico de su cuenta',
      paragraphs: [
        `El ${instantInWords(facts.changedAt, 'es')} un operador del registro cambió el correo electrónico de su cuenta a este. Cuando inicie sesión, le enviaremos un código aquí.`,
        ...keysLeft(facts, es),
        ...passkeysLeft(facts, es),
        'Si no sabe nada de esta cuenta, escríbanos.',
      ],
      link: { label: 'Administrar sus claves', url: facts.url },
    }),
  },
});
