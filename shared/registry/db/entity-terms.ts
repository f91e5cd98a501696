import * as z from 'zod/mini';
import { placeOfAnniversary, placeOfEnd } from '../../kernel/db/ends.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Item } from '../../kernel/db/table.ts';

/** What of an entity the clock goes by. */
export const StoredEntityTerm = z.object({
  id: z.string(),
  registrationDate: z.nullable(z.string()),
  dissolutionDate: z.nullable(z.string()),
  residency: z.object({
    effectiveDate: z.string(),
    terminationDate: z.nullable(z.string()),
  }),
});
export type StoredEntityTerm = z.output<typeof StoredEntityTerm>;

/**
 * The item by which the clock finds an entity: on the list of the month in which its residency ends, and on that of the month in
 * which it was registered. The dissolved are on neither. It is written with the entity, which has other places in the indexes.
 */
export function entityTermItem(entity: StoredEntityTerm): Item {
  const { id, registrationDate, dissolutionDate, residency } = entity;
  const isGone = dissolutionDate !== null;
  return {
    ...keys.entityTerm(id),
    ...placeOfEnd(id, isGone ? null : residency.terminationDate),
    ...placeOfAnniversary(id, isGone ? null : registrationDate),
    id,
    registrationDate,
    dissolutionDate,
    residency,
  };
}
