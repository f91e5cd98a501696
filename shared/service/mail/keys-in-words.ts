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
      `${kind}${label === null ? '' : ` “${label}”`}, ends in ${lastFour}, created on ${at}`,
    revoked: (key: string) => `Revoked with the change: ${key}.`,
    none: 'The account has no active API keys.',
    stay: 'These API keys stay valid. Anyone with one of them can still use it:',
    revoke: 'Revoke the keys that you do not recognize. An operator can revoke all of them.',
    onePasskey:
      'The account keeps its passkey. Anyone with it can still sign in. If you do not recognize it, remove it under “Passkeys”.',
    passkeys: (count: number) =>
      `The account keeps its ${count} passkeys. Anyone with one of them can still sign in. Remove the passkeys that you do not recognize under “Passkeys”.`,
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
    none: 'La cuenta no tiene claves activas.',
    stay: 'Estas claves siguen siendo válidas. Quien tenga una puede usarla:',
    revoke: 'Revoque las claves que no reconozca. Un operador puede revocarlas todas.',
    onePasskey:
      'La cuenta conserva su llave de acceso. Quien la tenga puede seguir iniciando sesión. Si no la reconoce, elimínela en «Llaves de acceso».',
    passkeys: (count: number) =>
      `La cuenta conserva sus ${count} llaves de acceso. Quien tenga una puede seguir iniciando sesión. Elimine las que no reconozca en «Llaves de acceso».`,
  },
});

interface Left {
  readonly keys: readonly MailedKey[];
  readonly revoked: readonly MailedKey[];
}

/** Which keys a change of the address has ended, and which continue. */
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
