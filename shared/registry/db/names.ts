import * as z from 'zod/mini';
import { shardsOf } from '../../kernel/db/key-parts.ts';
import { beginningPlace } from '../../kernel/db/key-prefixes.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import {
  type ListedKind,
  listForKind,
  listWrite,
  readListed,
  unlistWrite,
} from '../../kernel/db/listed-kinds.ts';
import { type Page, type PageBounds, readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, orElse, type Write } from '../../kernel/db/transact.ts';
import type { KnownName } from '../domain/similar-names.ts';

/** Whether an entity of the option has the name, and whether operators have reserved it. */
export async function lookUpName(
  table: Table,
  optionId: string,
  name: string,
): Promise<{ readonly taken: boolean; readonly reserved: boolean }> {
  const [taken, reservedForOption, reservedForAll] = await getItems(table, [
    keys.entityName(optionId, name),
    keys.reservedName(optionId, name),
    keys.reservedName(null, name),
  ]);
  return {
    taken: taken !== undefined,
    reserved: reservedForOption !== undefined || reservedForAll !== undefined,
  };
}

/** `pk` of the claim that makes a name unique within its option. It is stored with a new entity. */
export function nameClaimFor(optionId: string, name: string): string {
  return keys.entityName(optionId, name).pk;
}

/** A name and the option within which it is unique. */
interface NameOfOption {
  readonly optionId: string;
  readonly name: string;
}

/** An entity's name with its claim. */
interface ClaimedName extends NameOfOption {
  readonly nameClaim: string;
}

/** The item of a claim on a name, indexed by the name's beginning. */
export function nameClaimItem(
  claim: ItemKey,
  {
    id,
    createdAt,
    name,
  }: { readonly id: string; readonly createdAt: string; readonly name: string },
): Item {
  const place = { id, order: `${createdAt}#${id}` };
  return { ...claim, ...beginningPlace('gsi1', 'entity_name', name, place), entityId: id };
}

/** The claim that an entity holds. Its key follows the normalization rules at the time of the claim. */
export function claimOf({ optionId, name, nameClaim }: ClaimedName): ItemKey {
  return { ...keys.entityName(optionId, name), pk: nameClaim };
}

/** The claim that the entity holds after a name change; the same one if the name is equivalent. */
export function claimAfter(from: ClaimedName, to: NameOfOption): ItemKey {
  const isSame = from.optionId === to.optionId && from.name === to.name;
  return isSame ? claimOf(from) : keys.entityName(to.optionId, to.name);
}

/**
 * The writes that release an entity's name and claim another, for the transaction that renames it. None if the two
 * names are equivalent. Refused as `name_taken` if another entity has the name.
 */
export function moveNameClaim(
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  from: ClaimedName,
  to: NameOfOption,
): {
  readonly releasedName: Write | undefined;
  readonly claimedName: Write<'name_taken'> | undefined;
} {
  const released = claimOf(from);
  const claimed = claimAfter(from, to);
  if (released.pk === claimed.pk) return { releasedName: undefined, claimedName: undefined };
  return {
    releasedName: {
      remove: {
        Key: released,
        ConditionExpression: 'entityId = :entity',
        ExpressionAttributeValues: { ':entity': id },
      },
    },
    claimedName: orElse(
      create(nameClaimItem(claimed, { id, createdAt, name: to.name })),
      () => 'name_taken',
    ),
  };
}

const Application = z.object({ id: z.string(), name: z.string(), extension: z.string() });
const Amendment = z.object({
  id: z.string(),
  proposedChanges: z.object({ name: z.nullable(z.string()), extension: z.nullable(z.string()) }),
});

/**
 * The names proposed by applications and amendments under review; the extension is null if an amendment does not change
 * it. Read from an index, usually at most a second behind. One round trip per some thousand names.
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

async function underReview(table: Table, kind: ListedKind): Promise<readonly Item[]> {
  const { name, shards, index } = listForKind(kind, 'Pending Review');
  const partitions = shardsOf(name, shards).slice(1);
  const lists = partitions.map((value) => readAll(table, { value, ...(index && { index }) }));
  return (await Promise.all(lists)).flat();
}

/** A name reserved by operators. A null `optionId` means every option. */
export const StoredReservedName = z.object({
  id: z.string(),
  name: z.string(),
  reservation: z.string(),
  optionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
});
export type StoredReservedName = z.output<typeof StoredReservedName>;

/** Leads from the id to the reservation, whose key contains the reserved name. */
const Pointer = z.object({
  optionId: z.nullable(z.string()),
  name: z.string(),
  reservation: z.string(),
});

/** `pk` of the item that reserves a name. It is stored with a new reservation. */
export function reservationFor(optionId: string | null, name: string): string {
  return keys.reservedName(optionId, name).pk;
}

/** The reservation's key, as created. Current normalization rules may give its name another key. */
export function reservationOf({ optionId, name, reservation }: z.output<typeof Pointer>): ItemKey {
  return { ...keys.reservedName(optionId, name), pk: reservation };
}

/** A reservation by its id; null if there is none or it was replaced. */
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

/** The writes that reserve a name. `reservedName` is refused if it is already reserved for the option. */
export function reservedNameWrites(reserved: StoredReservedName) {
  const { id, optionId, name, reservation, createdAt } = reserved;
  const key = reservationOf(reserved);
  return {
    reservedName: create({ ...key, ...reserved }),
    pointer: create({ ...keys.reservedNameId(id), optionId, name, reservation }),
    listed: listWrite('reserved_name', createdAt, id, key),
  } satisfies Record<string, Write>;
}

/** The writes that release a name. `reservedName` is refused if it was already released. */
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
