import { postalAddress } from '../../documents/pdf/particulars.ts';
import type { Locale, Spoken } from '../../kernel/domain/locale.ts';
import type { Content } from '../../kernel/pages/html.ts';
import { addressLines, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  type AmendableDetail,
  type AmendableEntity,
  amendableDetails,
  type DetailValue,
  detailNames,
} from '../domain/amendable-entity.ts';
import { detailTexts } from '../texts/index.ts';

/** The names of details in the reader's language. */
export const detailWords = words(detailTexts);

/** The value of an entity's detail for pages. */
export function detailShown(
  entity: AmendableEntity,
  name: AmendableDetail,
  reader: Spoken = {},
): Content {
  const value: DetailValue = amendableDetails[name].of(entity);
  if (value === null) return detailWords(reader)[name].none;
  return typeof value === 'string' ? value : addressLines(value, reader);
}

/** The value of an entity's detail for documents, one text per line. */
export function detailLines(
  entity: AmendableEntity,
  name: AmendableDetail,
  locale?: Locale,
): readonly string[] {
  const value: DetailValue = amendableDetails[name].of(entity);
  return typeof value === 'string' ? [value] : postalAddress(value, locale);
}

/** The value of an entity's detail for use within a sentence; null if none is recorded. */
export function detailInLine(
  entity: AmendableEntity,
  name: AmendableDetail,
  locale?: Locale,
): string | null {
  const value: DetailValue = amendableDetails[name].of(entity);
  return value && detailLines(entity, name, locale).join(', ');
}

/** Recorded details of an entity except its name. */
export function detailRows(entity: AmendableEntity, reader: Spoken): readonly Row[] {
  return detailNames
    .filter((name) => name !== 'name')
    .map((name) => [detailWords(reader)[name].label, detailShown(entity, name, reader)]);
}
