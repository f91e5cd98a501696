import * as z from 'zod/mini';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';

/** Files in the bucket that no item leads to any more, until they are gone. */
const StoredFileErasure = z.object({ id: z.string(), objectKeys: z.array(z.string()) });

/** Notes that the files of something go, with what led to them; undefined where there are none. */
export function fileErasureWrite(
  id: string,
  files: readonly { readonly objectKey: string }[],
): Write | undefined {
  if (files.length === 0) return undefined;
  const objectKeys = files.map(({ objectKey }) => objectKey);
  return create({ ...keys.fileErasure(id), id, objectKeys });
}

/** What runs that were cut off have left. */
export async function readFileErasures(table: Table) {
  const items = await readAll(table, { value: keys.fileErasure('').pk });
  return items.map((item) => parseStored(StoredFileErasure, item));
}

export const fileErasureKey = (id: string): ItemKey => keys.fileErasure(id);
