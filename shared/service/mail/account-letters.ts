import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
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
  /** Those that go on. */
  readonly keys: readonly MailedKey[];
  /** Those that were revoked with the change. */
  readonly revoked: readonly MailedKey[];
  /** How many passkeys still let somebody in. */
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
          ? `A new API key of your account: …${facts.key.lastFour}`
          : `An API key was replaced: …${facts.replaced.lastFour}`,
      paragraphs: [
        `On ${instantInWords(facts.key.createdAt)} ${facts.byOperator ? 'an operator of the registry' : 'somebody who is signed in to your account'} made ${keyInWords(facts.key, {})}.`,
        ...(facts.replaced === null
          ? []
          : [`It replaces ${keyInWords(facts.replaced, {})}, which is refused from now on.`]),
        facts.key.kind === 'standard'
          ? 'Whoever has the key may do all that you may, in your name.'
          : `Whoever has the key may: ${listOf(facts.may)}.`,
        'If you did not expect this, revoke the key at once: it is among the keys of your account.',
      ],
      link: { label: 'Look at my keys', url: facts.url },
    }),
    clientConnected: (facts: Connected): Letter => ({
      subject: `Connected with your account: ${facts.client}`,
      paragraphs: [
        `Somebody who is signed in to your account has allowed the application “${facts.client}”${facts.publisher === null ? '' : `, published by “${facts.publisher}”,`} to: ${listOf(facts.may)}.`,
        ...(facts.entities === 0
          ? []
          : [
              facts.entities === 1
                ? 'It sees one of your legal entities.'
                : `It sees ${facts.entities} of your legal entities.`,
            ]),
        'This stands until you end it, under “Connected applications”. If it was not you, end it at once.',
      ],
      link: { label: 'Look at connected applications', url: facts.url },
    }),
    /** To the address that the account had. It can't sign in any more, and does not learn the new address. */
    emailChangedFrom: (facts: ChangedAddress): Letter => ({
      subject: 'The e-mail address of your account was changed',
      paragraphs: [
        `On ${instantInWords(facts.changedAt)} an operator of the registry gave your account another e-mail address. Nobody can sign in with this one any more, and all browsers were signed out.`,
        ...keysLeft(facts, {}),
        ...passkeysLeft(facts, {}),
        'If you did not ask for this, write to the registry at once.',
      ],
    }),
    /** To the address that the account has now. */
    emailChangedTo: (facts: ChangedAddress & { readonly url: string }): Letter => ({
      subject: 'The e-mail address of your account was changed',
      paragraphs: [
        `Since ${instantInWords(facts.changedAt)} this is the e-mail address of your account: an operator of the registry has changed it. We send a code to it when you sign in.`,
        ...keysLeft(facts, {}),
        ...passkeysLeft(facts, {}),
        'If you know nothing of such an account, write to the registry.',
      ],
      link: { label: 'Look at my keys', url: facts.url },
    }),
  },
  es: {
    keyMade: (facts): Letter => ({
      subject:
        facts.replaced === null
          ? `Una nueva clave de su cuenta: …${facts.key.lastFour}`
          : `Se sustituyó una clave: …${facts.replaced.lastFour}`,
      paragraphs: [
        `El ${instantInWords(facts.key.createdAt, 'es')} ${facts.byOperator ? 'un operador del registro' : 'alguien con la sesión iniciada en su cuenta'} creó ${keyInWords(facts.key, es)}.`,
        ...(facts.replaced === null
          ? []
          : [`Sustituye a ${keyInWords(facts.replaced, es)}, que se rechaza desde ahora.`]),
        facts.key.kind === 'standard'
          ? 'Quien tenga la clave puede hacer, en su nombre, todo lo que usted puede.'
          : `Quien tenga la clave puede: ${listOf(facts.may)}.`,
        'Si no lo esperaba, revoque la clave de inmediato: está entre las claves de su cuenta.',
      ],
      link: { label: 'Ver mis claves', url: facts.url },
    }),
    clientConnected: (facts): Letter => ({
      subject: `Conectada con su cuenta: ${facts.client}`,
      paragraphs: [
        `Alguien con la sesión iniciada en su cuenta permitió a la aplicación «${facts.client}»${facts.publisher === null ? '' : `, publicada por «${facts.publisher}»`}: ${listOf(facts.may)}.`,
        ...(facts.entities === 0
          ? []
          : [
              facts.entities === 1
                ? 'Ve una de sus personas jurídicas.'
                : `Ve ${facts.entities} de sus personas jurídicas.`,
            ]),
        'Vale hasta que usted lo termine, en «Aplicaciones conectadas». Si no fue usted, termínelo de inmediato.',
      ],
      link: { label: 'Ver las aplicaciones conectadas', url: facts.url },
    }),
    emailChangedFrom: (facts): Letter => ({
      subject: 'Cambió la dirección de correo de su cuenta',
      paragraphs: [
        `El ${instantInWords(facts.changedAt, 'es')} un operador del registro dio a su cuenta otra dirección de correo. Ya nadie puede iniciar sesión con esta, y se cerró la sesión en todos los navegadores.`,
        ...keysLeft(facts, es),
        ...passkeysLeft(facts, es),
        'Si usted no lo pidió, escriba al registro de inmediato.',
      ],
    }),
    emailChangedTo: (facts): Letter => ({
      subject: 'Cambió la dirección de correo de su cuenta',
      paragraphs: [
        `Desde el ${instantInWords(facts.changedAt, 'es')} esta es la dirección de correo de su cuenta: la cambió un operador del registro. Le enviamos aquí un código cuando inicia sesión.`,
        ...keysLeft(facts, es),
        ...passkeysLeft(facts, es),
        'Si no sabe nada de esta cuenta, escriba al registro.',
      ],
      link: { label: 'Ver mis claves', url: facts.url },
    }),
  },
});
