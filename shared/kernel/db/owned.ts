import type * as z from 'zod/mini';
import type { ItemKey } from './keys.ts';
import { readNewestFirst } from './newest-first.ts';
import { parseFound, parseStored } from './stored.ts';
import { getItem, type Table } from './table.ts';
import { create, replace, type Write } from './transact.ts';

/** Where things of one kind lie: in the partition of their owner, with a pointer from their id to the owner. */
export interface OwnedPlaces<Owner extends string> {
  /** The field that names the owner, in the item and in the pointer. */
  readonly owner: Owner;
  /** The owner's partition. */
  readonly partition: (ownerId: string) => string;
  readonly item: (ownerId: string, id: string) => ItemKey;
  readonly pointer: (id: string) => ItemKey;
}

/** Reads and writes of things that belong to an owner. */
export interface OwnedItems<T> {
  /** The owner's thing; null when there is none, or it is somebody else's. One round trip. */
  find(table: Table, ownerId: string, id: string): Promise<T | null>;
  /** The thing, whosever it is; for operators, workflows and mails. Two round trips. */
  findAny(table: Table, id: string): Promise<T | null>;
  /** All things of an owner, newest first. */
  list(table: Table, ownerId: string): Promise<readonly T[]>;
  /** The writes that store a new thing. */
  create(thing: T): { readonly item: Write; readonly pointer: Write };
  /** The write that stores a thing's next state, unless somebody wrote it since it was read. */
  write(thing: T): Write;
}

/** Things of one kind that belong to an owner, stored by version. Every item that is read must fit `schema`. */
export function ownedItems<
  Owner extends string,
  T extends { readonly [Field in Owner]: string } & {
    readonly id: string;
    readonly createdAt: string;
    readonly version: number;
  },
>(
  schema: z.ZodMiniType<T>,
  { owner, partition, item, pointer }: OwnedPlaces<Owner>,
): OwnedItems<T> {
  const find = async (table: Table, ownerId: string, id: string) =>
    parseFound(schema, await getItem(table, item(ownerId, id)));
  return {
    find,
    async findAny(table, id) {
      const found = await getItem(table, pointer(id));
      return found === undefined ? null : find(table, String(found[owner]), id);
    },
    list: (table, ownerId) =>
      readNewestFirst(table, { value: partition(ownerId), prefix: item(ownerId, '').sk }, (found) =>
        parseStored(schema, found),
      ),
    create: (thing) => ({
      item: create({ ...item(thing[owner], thing.id), ...thing }),
      pointer: create({ ...pointer(thing.id), [owner]: thing[owner] }),
    }),
    write: (thing) => replace({ ...item(thing[owner], thing.id), ...thing }),
  };
}
