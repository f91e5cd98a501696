import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ResidencyType } from '../domain/residency.ts';
import { residencyTypeTexts } from '../texts/index.ts';

const say = words(residencyTypeTexts);

/** A type of residency in the reader's language, such as “e-Residente”. */
export function residencyTypeName(type: ResidencyType, reader: Spoken = {}): string {
  return say(reader)[type];
}
