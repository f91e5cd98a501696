import type { Spoken } from '../domain/locale.ts';
import { entityTypeTexts } from '../texts/index.ts';
import { words } from './words.ts';

const say = words(entityTypeTexts);

/** A type of legal entity, as displayed in English, in the reader's language; the name of an option silently, legibly. */
export function entityTypeInWords(type: string, reader: Spoken): string {
  const legible = type.replaceAll('_', ' ');
  return say(reader).types[type] ?? legible.charAt(0).toUpperCase() + legible.slice(1);
}
