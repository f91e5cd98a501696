import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { put, transact } from '../../kernel/db/transact.ts';

/** How far the decided cases were looked at for their files: the place of the last one, in order of the decisions. */
const StoredRetentionRun = z.object({ proofsAfter: z.nullable(z.string()) });
export type StoredRetentionRun = z.output<typeof StoredRetentionRun>;

export async function findRetentionRun(table: Table): Promise<StoredRetentionRun> {
  return (
    parseFound(StoredRetentionRun, await getItem(table, keys.retentionRun())) ?? {
      proofsAfter: null,
    }
  );
}

/** Parallel runs may set each other back: repeated steps find nothing left to erase. */
export async function saveRetentionRun(table: Table, run: StoredRetentionRun): Promise<void> {
  await transact(table, { run: put({ ...keys.retentionRun(), ...run }) });
}
