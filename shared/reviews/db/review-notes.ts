import * as z from 'zod/mini';
import { StoredActor } from '../../audit/audit-items.ts';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
import { StoredInformationRequest } from './stored-information-request.ts';

export const StoredReviewNote = z.object({
  id: z.string(),
  at: z.string(),
  by: StoredActor,
  text: z.string(),
});
export type StoredReviewNote = z.output<typeof StoredReviewNote>;

/** What reviewers have noted on a review, oldest first, strongly consistent. */
export async function readReviewNotes(
  table: Table,
  reviewId: string,
): Promise<readonly StoredReviewNote[]> {
  const { pk, sk } = keys.reviewNote(reviewId, '', '');
  const items = await readAll(table, { value: pk, prefix: sk.slice(0, sk.indexOf('#') + 1) });
  return items.map((item) => parseStored(StoredReviewNote, item));
}

export const StoredReviewQuestion = z.object({
  ...StoredInformationRequest.shape,
  by: StoredActor,
});
export type StoredReviewQuestion = z.output<typeof StoredReviewQuestion>;

/** What was asked in a review, oldest first, strongly consistent. */
export async function readReviewQuestions(
  table: Table,
  reviewId: string,
): Promise<readonly StoredReviewQuestion[]> {
  const { pk, sk } = keys.reviewQuestion(reviewId, '', '');
  const items = await readAll(table, { value: pk, prefix: sk.slice(0, sk.indexOf('#') + 1) });
  return items.map((item) => parseStored(StoredReviewQuestion, item));
}
