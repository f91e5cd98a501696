import { createHash } from 'node:crypto';
import { foldCase } from '../domain/fold-case.ts';
import type { ItemKey } from './keys.ts';

/**
 * Keys made of what people typed are hashed: any text fits, however long folding makes it, and no name or
 * address stands in a key, where logs and metrics would show it.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Text without outer spaces, and with its case folded. */
export function textKey(text: string): string {
  return foldCase(text.trim());
}

/** The claim on a name, by its name option and folded key: one item, so that one of two filings gets it. */
export function nameClaim(optionId: string, key: string): ItemKey {
  return { pk: `NAME#${optionId}#${digest(key)}`, sk: 'NAME' };
}

/** A name that nobody may have, in one name option or (null) in all. */
export function nameReservation(optionId: string | null, key: string): ItemKey {
  return { pk: `RESERVED#${digest(key)}`, sk: `OPTION#${optionId ?? '*'}` };
}
