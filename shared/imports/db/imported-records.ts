import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/**
 * An imported record of a batch and its target. The key contains only a digest of the source id, which may be personal
 * data.
 */
export const StoredImport = z.object({
  kind: z.string(),
  /** Id of the person, residency, entity or document. */
  targetId: z.string(),
  /** The key of its item. */
  itemPk: z.string(),
  itemSk: z.string(),
  /** SHA-256 of the record. */
  digest: z.string(),
  importedAt: z.string(),
});
export type StoredImport = z.output<typeof StoredImport>;

/** Identifies a record. */
export interface RecordName {
  readonly batch: string;
  readonly kind: string;
  readonly sourceId: string;
}

const keyOf = ({ batch, kind, sourceId }: RecordName) => keys.importedRecord(batch, kind, sourceId);

/** A unique text for each record name. */
export function nameText({ kind, sourceId }: Omit<RecordName, 'batch'>): string {
  return JSON.stringify([kind, sourceId]);
}

/** That the record was imported; null if it was not. */
export async function findImport(table: Table, name: RecordName): Promise<StoredImport | null> {
  return parseFound(StoredImport, await getItem(table, keyOf(name)));
}

/** The imported records among these, by their `nameText`. */
export async function findImports(
  table: Table,
  names: readonly RecordName[],
): Promise<ReadonlyMap<string, StoredImport>> {
  const requested = [...new Map(names.map((name) => [nameText(name), name]))];
  const items = await readMany(
    table,
    requested.map(([, name]) => keyOf(name)),
  );
  return new Map(
    requested.flatMap(([text], index) => {
      const found = parseFound(StoredImport, items[index]);
      return found === null ? [] : [[text, found] as const];
    }),
  );
}

/** Reads any number of items, in the order of their keys, without duplicates. */
export async function readMany(
  table: Table,
  requested: readonly { readonly pk: string; readonly sk: string }[],
): Promise<readonly (Item | undefined)[]> {
  const text = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => `${pk}\n${sk}`;
  const each = [...new Map(requested.map((key) => [text(key), key])).values()];
  const found = new Map<string, Item | undefined>();
  for (let first = 0; first < each.length; first += 100) {
    const part = each.slice(first, first + 100);
    const items = await getItems(table, part);
    part.forEach((key, index) => {
      found.set(text(key), items[index]);
    });
  }
  return requested.map((key) => found.get(text(key)));
}

/** The claim on a source id, for the transaction that imports the record; refused if it was already imported. */
export function importWrite(name: RecordName, stored: StoredImport): Write {
  return create({ ...keyOf(name), ...stored });
}
