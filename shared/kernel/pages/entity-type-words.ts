import type { Spoken } from '../domain/locale.ts';
import { entityTypeTexts } from '../texts/index.ts';
import { words } from './words.ts';

const say = words(entityTypeTexts);

/** A type of legal entity, as displayed in English, in the reader's language; one without a word is called as it is. */
export function entityTypeInWords(type: string, reader: Spoken): string {
  return say(reader).types[type] ?? type;
}
