import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItem, type Table } from '../../kernel/db/table.ts';
import { create, replace, type Write } from '../../kernel/db/transact.ts';

/** When reviewers were last told of what waits. */
const StoredReviewDigest = z.object({ toldAt: z.string(), version: z.int() });
export type StoredReviewDigest = z.output<typeof StoredReviewDigest>;

/** Null: nobody was told since there are digests. */
export async function findReviewDigest(table: Table): Promise<StoredReviewDigest | null> {
  return parseFound(StoredReviewDigest, await getItem(table, keys.reviewDigest()));
}

/** That they are told now (ISO 8601); refused when somebody else told them since `read`. */
export function toldWrite(read: StoredReviewDigest | null, toldAt: string): Write {
  const item = { ...keys.reviewDigest(), toldAt };
  return read === null
    ? create({ ...item, version: 1 })
    : replace({ ...item, version: read.version });
}
