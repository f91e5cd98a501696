import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { listWrite, readListed, unlistWrite } from '../../kernel/db/things.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** A name that operators keep back; `optionId` null: from entities of every option. */
export const StoredReservedName = z.object({
  id: z.string(),
  name: z.string(),
  /** `pk` of the item itself. */
  reservation: z.string(),
  optionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
});
export type StoredReservedName = z.output<typeof StoredReservedName>;

/** The id leads to the reservation, whose own key is what it reserves. */
const Pointer = z.object({
  optionId: z.nullable(z.string()),
  name: z.string(),
  reservation: z.string(),
});

/** `pk` of the item that reserves a name; a new reservation keeps it. */
export function reservationFor(optionId: string | null, name: string): string {
  return keys.reservedName(optionId, name).pk;
}

/** Key of the reservation as it was made, whatever key its name would have today. */
export function reservationOf({ optionId, name, reservation }: z.output<typeof Pointer>): ItemKey {
  return { ...keys.reservedName(optionId, name), pk: reservation };
}

/** A reservation by its id; null when there is none, or when it was made anew since. */
export async function findReservedName(
  table: Table,
  id: string,
): Promise<StoredReservedName | null> {
  const pointer = parseFound(Pointer, await getItem(table, keys.reservedNameId(id)));
  if (pointer === null) return null;
  const item = await getItem(table, reservationOf(pointer));
  const found = parseFound(StoredReservedName, item);
  return found?.id === id ? found : null;
}

/** A page of the reserved names, newest first. */
export async function readReservedNames(
  table: Table,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredReservedName>> {
  const page = await readListed(table, 'reserved_name', request);
  return { ...page, items: page.items.map((item) => parseStored(StoredReservedName, item)) };
}

/** The writes that reserve a name; `reservedName` is refused when it is reserved for the option. */
export function reservedNameWrites(reserved: StoredReservedName) {
  const { id, optionId, name, reservation, createdAt } = reserved;
  const key = reservationOf(reserved);
  return {
    reservedName: create({ ...key, ...reserved }),
    pointer: create({ ...keys.reservedNameId(id), optionId, name, reservation }),
    listed: listWrite('reserved_name', createdAt, id, key),
  } satisfies Record<string, Write>;
}

/** The writes that release a name; `reservedName` is refused when it was released before. */
export function releasedNameWrites(reserved: StoredReservedName) {
  const { id, createdAt } = reserved;
  return {
    reservedName: {
      remove: {
        Key: reservationOf(reserved),
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': id },
      },
    },
    pointer: { remove: { Key: keys.reservedNameId(id) } },
    unlisted: unlistWrite('reserved_name', createdAt, id),
  } satisfies Record<string, Write>;
}
