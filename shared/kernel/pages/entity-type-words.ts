import type { Spoken } from '../domain/locale.ts';
import { words } from './words.ts';

const say = words({
  en: {
    // They are called in English as the register stores it.
    types: {} as Readonly<Record<string, string>>,
  },
  es: {
    types: {
      'Limited Liability Company': 'Sociedad de responsabilidad limitada (LLC)',
      'For-Profit Corporation': 'Sociedad anónima con fines de lucro',
    } as Readonly<Record<string, string>>,
  },
});

/** A type of legal entity, as displayed in English, in the reader's language; one without a word is called as it is. */
export function entityTypeInWords(type: string, reader: Spoken): string {
  return say(reader).types[type] ?? type;
}
