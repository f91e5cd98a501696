import type { Localized } from '../domain/locale.ts';
import { entityTypeTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';

const textsFor = byLocale(entityTypeTexts);

/** The type of a legal entity in the viewer's language; without a translation, the English type. */
export function entityTypeLabel(type: string, context: Localized): string {
  const legible = type.replaceAll('_', ' ');
  return textsFor(context).types[type] ?? legible.charAt(0).toUpperCase() + legible.slice(1);
}
