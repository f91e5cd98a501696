import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { create, type Write } from '../../kernel/db/transact.ts';
import { StoredActor } from '../../platform/db/audit-items.ts';
import { StoredInformationRequest } from './stored-information-request.ts';

export const StoredReviewNote = z.object({
  id: z.string(),
  at: z.string(),
  by: StoredActor,
  text: z.string(),
});
export type StoredReviewNote = z.output<typeof StoredReviewNote>;

/** A question as it was asked; whether it is answered, its answer says. */
export const StoredReviewQuestion = z.object({
  ...StoredInformationRequest.shape,
  by: StoredActor,
});
export type StoredReviewQuestion = z.output<typeof StoredReviewQuestion>;

/** What whoever applied answered; the bytes of a file are in the bucket. */
export const StoredReviewAnswer = z.object({
  reviewId: z.string(),
  /** Of the question. */
  requestId: z.string(),
  at: z.string(),
  by: StoredActor,
  text: z.string(),
  file: z.nullable(
    z.object({
      contentType: z.string(),
      size: z.int(),
      sha256: z.string(),
      objectKey: z.string(),
    }),
  ),
});
export type StoredReviewAnswer = z.output<typeof StoredReviewAnswer>;

/** A question with its answer; null while there is none. */
export interface AnsweredQuestion {
  readonly question: StoredReviewQuestion;
  readonly answer: StoredReviewAnswer | null;
}

/** What lies beside a review, oldest first. */
export interface ReviewEntries {
  readonly notes: readonly StoredReviewNote[];
  readonly questions: readonly AnsweredQuestion[];
}

/** What was noted on a review, asked and answered: strongly consistent, one round trip. */
export async function readReviewEntries(table: Table, reviewId: string): Promise<ReviewEntries> {
  const items = await readAll(table, { value: keys.review(reviewId).pk });
  const beginning = (prefix: string) => (item: Item) => String(item['sk']).startsWith(prefix);
  const answers = new Map(
    items.filter(beginning('ANSWER#')).map((item) => {
      const answer = parseStored(StoredReviewAnswer, item);
      return [answer.requestId, answer];
    }),
  );
  return {
    notes: items.filter(beginning('NOTE#')).map((item) => parseStored(StoredReviewNote, item)),
    questions: items.filter(beginning('QUESTION#')).map((item) => {
      const question = parseStored(StoredReviewQuestion, item);
      return { question, answer: answers.get(question.id) ?? null };
    }),
  };
}

/** The answer to a question; null while there is none. */
export async function findReviewAnswer(
  table: Table,
  { reviewId, requestId }: Pick<StoredReviewAnswer, 'reviewId' | 'requestId'>,
): Promise<StoredReviewAnswer | null> {
  return parseFound(
    StoredReviewAnswer,
    await getItem(table, keys.reviewAnswer(reviewId, requestId)),
  );
}

/** Keeps an answer; refused where the question has one. */
export function newReviewAnswerWrite(answer: StoredReviewAnswer): Write {
  return create({ ...keys.reviewAnswer(answer.reviewId, answer.requestId), ...answer });
}
