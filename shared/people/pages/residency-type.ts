import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import type { ResidencyType } from '../domain/residency.ts';
import { residencyTypeTexts } from '../texts/index.ts';

const textsFor = byLocale(residencyTypeTexts);

/** A type of residency in the viewer's language, such as “e-Residente”. */
export function residencyTypeName(type: ResidencyType, context: Localized = {}): string {
  return textsFor(context)[type];
}
