import type { Locale } from '../../kernel/domain/locale.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import type { mailedKeyTexts } from '../texts/index.ts';

/** A key as its owner knows it. */
export interface MailedKey {
  readonly kind: 'standard' | 'agent';
  readonly label: string | null;
  readonly lastFour: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

type KeyTexts = typeof mailedKeyTexts.en;

interface Left {
  readonly keys: readonly MailedKey[];
  readonly revoked: readonly MailedKey[];
}

/** Which keys were revoked with a change of the address, and which still work. */
export function keysLeft(
  { keys, revoked }: Left,
  texts: KeyTexts,
  locale?: Locale,
): readonly string[] {
  const gone = revoked.map((key) => texts.revoked(describe(key, texts, locale)));
  if (keys.length === 0) return [...gone, texts.none];
  return [
    ...gone,
    texts.stay,
    ...keys.map((key) => `${describe(key, texts, locale)}.`),
    texts.revoke,
  ];
}

/** The passkeys that still work after a change of the address; empty if there are none. */
export function passkeysLeft(
  { passkeys }: { readonly passkeys: number },
  texts: KeyTexts,
): readonly string[] {
  if (passkeys === 0) return [];
  return [passkeys === 1 ? texts.onePasskey : texts.passkeys(passkeys)];
}

/** A key, for use within a sentence. */
export function formatKey({ kind, label, lastFour }: MailedKey, texts: KeyTexts): string {
  return label === null
    ? texts.unnamed(texts.kinds[kind], texts.articles[kind], lastFour)
    : texts.named(texts.kinds[kind], label, lastFour);
}

function describe(
  { kind, label, lastFour, createdAt }: MailedKey,
  { described, kinds }: KeyTexts,
  locale?: Locale,
): string {
  return described(kinds[kind], label, lastFour, formatInstant(createdAt, locale));
}

/** Joins phrases, which begin with a capital on pages, into one sentence. */
export function listOf(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.charAt(0).toLowerCase() + phrase.slice(1)).join('; ');
}
