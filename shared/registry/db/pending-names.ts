import * as z from 'zod/mini';
import { shardsOf } from '../../kernel/db/key-parts.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { type ThingKind, thingList } from '../../kernel/db/things.ts';
import type { KnownName } from '../domain/similar-names.ts';

const Application = z.object({ id: z.string(), name: z.string(), extension: z.string() });
const Amendment = z.object({
  id: z.string(),
  proposedChanges: z.object({ name: z.nullable(z.string()), extension: z.nullable(z.string()) }),
});

/**
 * The names that applications and amendments under review propose; the extension is null where an amendment leaves it.
 * From an index: usually within a second. One round trip for some thousands of them.
 */
export async function readPendingNames(table: Table): Promise<readonly KnownName[]> {
  const [applications, amendments] = await Promise.all([
    underReview(table, 'legal_entity_application'),
    underReview(table, 'amendment'),
  ]);
  return [
    ...applications.map((item): KnownName => {
      const { id, name, extension } = parseStored(Application, item);
      return { id, name, extension, status: 'pending' };
    }),
    ...amendments.flatMap((item): readonly KnownName[] => {
      const { id, proposedChanges } = parseStored(Amendment, item);
      const { name, extension } = proposedChanges;
      return name === null ? [] : [{ id, name, extension, status: 'pending' }];
    }),
  ];
}

async function underReview(table: Table, kind: ThingKind): Promise<readonly Item[]> {
  const { name, shards, index } = thingList(kind, 'Pending Review');
  const partitions = shardsOf(name, shards).slice(1);
  const lists = partitions.map((value) => readAll(table, { value, ...(index && { index }) }));
  return (await Promise.all(lists)).flat();
}
