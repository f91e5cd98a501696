import type { DataPart } from '../../kernel/domain/item-rules.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { dataTexts, partTexts } from '../texts/index.ts';

/** Texts that the page and the files share. */
export const dataTextsFor = byLocale(dataTexts);

/** A part's four sentences, each under its label. */
export function aboutPart(
  part: DataPart,
  context: Localized,
): readonly (readonly [label: string, text: string])[] {
  const texts = dataTextsFor(context);
  const { what, purpose, recipients, term } = partTextsFor(context)[part];
  return [
    [texts.what, what],
    [texts.purpose, purpose],
    [texts.recipients, recipients],
    [texts.term, term],
  ];
}

/** The words on each part, for the page and the files. */
export const partTextsFor = byLocale(partTexts);
