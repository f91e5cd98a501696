import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';

/** A key as its owner knows it. */
export interface MailedKey {
  readonly kind: 'standard' | 'agent';
  readonly label: string | null;
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

const say = words({
  en: {
    kinds: { standard: 'Standard Key', agent: 'Agent Key' },
    articles: { standard: 'a', agent: 'an' },
    unnamed: (kind: string, article: string, lastFour: string) =>
      `${article} ${kind} that ends in ${lastFour}`,
    named: (kind: string, label: string, lastFour: string) =>
      `the ${kind} “${label}”, which ends in ${lastFour}`,
    described: (kind: string, label: string | null, lastFour: string, at: string) =>
      `${kind}${label === null ? '' : ` “${label}”`}, ends in ${lastFour}, made on ${at}`,
    revoked: (key: string) => `Revoked with the change: ${key}.`,
    none: 'The account has no API keys that work.',
    stay: 'The change ends no API key. These stay valid, and whoever has one may use it:',
    revoke: 'Revoke those that you do not know. An operator can revoke all of them.',
    onePasskey:
      'The change leaves the one passkey of the account, and whoever has it can still sign in. Remove what you do not know, under “Passkeys”.',
    passkeys: (count: number) =>
      `The change leaves the ${count} passkeys of the account, and whoever has one can still sign in. Remove what you do not know, under “Passkeys”.`,
  },
  es: {
    kinds: { standard: 'clave estándar', agent: 'clave de agente' },
    articles: { standard: 'una', agent: 'una' },
    unnamed: (kind: string, article: string, lastFour: string) =>
      `${article} ${kind} que termina en ${lastFour}`,
    named: (kind: string, label: string, lastFour: string) =>
      `la ${kind} «${label}», que termina en ${lastFour}`,
    described: (kind: string, label: string | null, lastFour: string, at: string) =>
      `${kind}${label === null ? '' : ` «${label}»`}, termina en ${lastFour}, creada el ${at}`,
    revoked: (key: string) => `Revocada con el cambio: ${key}.`,
    none: 'La cuenta no tiene claves que funcionen.',
    stay: 'El cambio no pone fin a ninguna clave. Estas siguen siendo válidas, y quien tenga una puede usarla:',
    revoke: 'Revoque las que no conozca. Un operador puede revocarlas todas.',
    onePasskey:
      'El cambio deja la única llave de acceso de la cuenta, y quien la tenga puede seguir iniciando sesión. Quite lo que no conozca, en «Llaves de acceso».',
    passkeys: (count: number) =>
      `El cambio deja las ${count} llaves de acceso de la cuenta, y quien tenga una puede seguir iniciando sesión. Quite lo que no conozca, en «Llaves de acceso».`,
  },
});

interface Left {
  readonly keys: readonly MailedKey[];
  readonly revoked: readonly MailedKey[];
}

/** Which keys a change of the address has ended, and which go on. */
export function keysLeft({ keys, revoked }: Left, reader: Spoken): readonly string[] {
  const said = say(reader);
  const gone = revoked.map((key) => said.revoked(describe(key, reader)));
  if (keys.length === 0) return [...gone, said.none];
  return [...gone, said.stay, ...keys.map((key) => `${describe(key, reader)}.`), said.revoke];
}

/** Which passkeys a change of the address leaves; nothing where there is none. */
export function passkeysLeft(
  { passkeys }: { readonly passkeys: number },
  reader: Spoken,
): readonly string[] {
  const said = say(reader);
  if (passkeys === 0) return [];
  return [passkeys === 1 ? said.onePasskey : said.passkeys(passkeys)];
}

/** A key within a sentence. */
export function keyInWords({ kind, label, lastFour }: MailedKey, reader: Spoken): string {
  const said = say(reader);
  return label === null
    ? said.unnamed(said.kinds[kind], said.articles[kind], lastFour)
    : said.named(said.kinds[kind], label, lastFour);
}

function describe({ kind, label, lastFour, createdAt }: MailedKey, reader: Spoken): string {
  const { described, kinds } = say(reader);
  return described(kinds[kind], label, lastFour, instantInWords(createdAt, reader.locale));
}

/** Phrases, which begin with a capital on pages, joined into one sentence. */
export function listOf(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.charAt(0).toLowerCase() + phrase.slice(1)).join('; ');
}
