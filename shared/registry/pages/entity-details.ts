import { postalAddress } from '../../documents/pdf/particulars.ts';
import type { Locale, Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { Content } from '../../kernel/pages/html.ts';
import { addressLines, type Row } from '../../kernel/pages/text.ts';
import {
  type AmendableDetail,
  type AmendableEntity,
  amendableDetails,
  type DetailValue,
  detailNames,
} from '../domain/amendable-entity.ts';
import { detailTexts } from '../texts/index.ts';

/** The names of details in the viewer's language. */
export const detailTextsFor = byLocale(detailTexts);

/** The value of an entity's detail for pages. */
export function detailShown(
  entity: AmendableEntity,
  name: AmendableDetail,
  context: Localized = {},
): Content {
  const value: DetailValue = amendableDetails[name].of(entity);
  if (value === null) return detailTextsFor(context)[name].none;
  return typeof value === 'string' ? value : addressLines(value, context);
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
export function detailRows(entity: AmendableEntity, context: Localized): readonly Row[] {
  return detailNames
    .filter((name) => name !== 'name')
    .map((name) => [detailTextsFor(context)[name].label, detailShown(entity, name, context)]);
}
