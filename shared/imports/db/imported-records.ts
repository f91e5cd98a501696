import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** That a record of a batch was imported, and as what. Its source id is in the key, as a digest: it may be about a person. */
export const StoredImport = z.object({
  kind: z.string(),
  /** Id of the person, residency, entity or document. */
  targetId: z.string(),
  /** Its place. */
  itemPk: z.string(),
  itemSk: z.string(),
  /** SHA-256 of the record. */
  digest: z.string(),
  importedAt: z.string(),
});
export type StoredImport = z.output<typeof StoredImport>;

/** Names a record. */
export interface RecordName {
  readonly batch: string;
  readonly kind: string;
  readonly sourceId: string;
}

const keyOf = ({ batch, kind, sourceId }: RecordName) => keys.importedRecord(batch, kind, sourceId);

/** One text for each name. */
export function nameText({ kind, sourceId }: Omit<RecordName, 'batch'>): string {
  return JSON.stringify([kind, sourceId]);
}

/** That the record was imported; null if it was not. */
export async function findImport(table: Table, name: RecordName): Promise<StoredImport | null> {
  return parseFound(StoredImport, await getItem(table, keyOf(name)));
}

/** Those of these records that were imported, by their `nameText`. */
export async function findImports(
  table: Table,
  names: readonly RecordName[],
): Promise<ReadonlyMap<string, StoredImport>> {
  const wanted = [...new Map(names.map((name) => [nameText(name), name]))];
  const items = await readMany(
    table,
    wanted.map(([, name]) => keyOf(name)),
  );
  return new Map(
    wanted.flatMap(([text], index) => {
      const found = parseFound(StoredImport, items[index]);
      return found === null ? [] : [[text, found] as const];
    }),
  );
}

/** However many items, in the order of their keys; each key once. */
export async function readMany(
  table: Table,
  wanted: readonly { readonly pk: string; readonly sk: string }[],
): Promise<readonly (Item | undefined)[]> {
  const text = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => `${pk}\n${sk}`;
  const each = [...new Map(wanted.map((key) => [text(key), key])).values()];
  const found = new Map<string, Item | undefined>();
  for (let first = 0; first < each.length; first += 100) {
    const part = each.slice(first, first + 100);
    const items = await getItems(table, part);
    part.forEach((key, index) => {
      found.set(text(key), items[index]);
    });
  }
  return wanted.map((key) => found.get(text(key)));
}

/** The claim on a source id, for the transaction that imports the record; refused when it was imported before. */
export function importWrite(name: RecordName, stored: StoredImport): Write {
  return create({ ...keyOf(name), ...stored });
}
