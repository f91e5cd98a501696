import type { Spoken } from '../domain/locale.ts';
import { entityTypeTexts } from '../texts/index.ts';
import { words } from './words.ts';

const say = words(entityTypeTexts);

/** The type of a legal entity in the reader's language; without a translation, the English type. */
export function entityTypeInWords(type: string, reader: Spoken): string {
  const legible = type.replaceAll('_', ' ');
  return say(reader).types[type] ?? legible.charAt(0).toUpperCase() + legible.slice(1);
}
