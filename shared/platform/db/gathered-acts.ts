import { shards, shardsOf } from '../../kernel/db/key-parts.ts';
import type { Migration } from '../../kernel/db/migration.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import { trailKeys } from '../../kernel/db/trail-keys.ts';
import { create, transact } from '../../kernel/db/transact.ts';
import type { AuditEntry } from '../domain/audit-entry.ts';
import {
  auditItems,
  filterText,
  isOfOneList,
  ofActor,
  StoredEntry,
  wholeTrail,
} from './audit-items.ts';

/**
 * Puts what a person or a key did on the one list of their acts, where builds that were never released have spread it. What is
 * recorded is never changed: another copy of the entry goes to the list, and whoever reads both takes the two for one.
 */
export const gatheredActs: Migration = {
  name: 'gathered-acts',
  code: 1,
  about: 'puts acts of persons and keys, which unreleased versions have spread, on one list each',
  segments: shardsOf(wholeTrail, shards.trail).map((value) => [{ list: { value, index: 'gsi1' } }]),
  async look(items, table) {
    const entries = items.map((item) => parseStored(StoredEntry, item));
    const byPerson = await getItems(
      table,
      entries.map((entry) => auditItems(entry).auditByPerson ?? null),
    );
    const copies = entries.map((entry, at) => copiesOf(entry, [items[at], byPerson[at]]));
    const known = await getItems(table, copies.flat());
    const placeOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;
    const isThere = new Set(known.flatMap((copy) => (copy ? [placeOf(copy)] : [])));
    return entries.map(({ id }, at) => {
      const missing = (copies[at] ?? []).filter((copy) => !isThere.has(placeOf(copy)));
      if (missing.length === 0) return null;
      return {
        sample: id,
        carryOut: async () => {
          const writes = missing.map((copy, place) => [`gathered_${place}`, create(copy)] as const);
          const outcome = await transact(table, Object.fromEntries(writes));
          // Refused: it was put there meanwhile.
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    });
  },
};

/** What an entry needs on the lists of its actors, given its items that are on spread ones. */
function copiesOf(entry: AuditEntry, filed: readonly (Item | undefined)[]) {
  const { actor, at, id } = entry;
  return [...new Set([actor.id, actor.personId])].flatMap((actorId) => {
    if (actorId === null || !isOfOneList(actor, actorId)) return [];
    const list = ofActor(actorId);
    const isSpread = filed.some((item) => String(item?.['gsi2pk']).startsWith(`${list}#`));
    const key = trailKeys.auditByActor(filterText({ actorId }), at, id);
    return isSpread ? [{ ...key, gsi2pk: list, gsi2sk: `${at}#${id}`, ...entry }] : [];
  });
}
