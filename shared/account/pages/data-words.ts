import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { DataPart } from '../domain/data-rules.ts';
import { dataTexts, partTexts } from '../texts/index.ts';

/** Texts that the page and the files share. */
export const dataWords = words(dataTexts);

/** A part's four sentences, each under its label. */
export function aboutPart(
  part: DataPart,
  reader: Spoken,
): readonly (readonly [label: string, text: string])[] {
  const said = dataWords(reader);
  const { what, purpose, recipients, term } = partWords(reader)[part];
  return [
    [said.what, what],
    [said.purpose, purpose],
    [said.recipients, recipients],
    [said.term, term],
  ];
}

/** The words on each part, for the page and the files. */
export const partWords = words(partTexts);
