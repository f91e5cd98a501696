import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/proof-file.ts';
import {
  type AnsweredQuestion,
  readReviewEntries,
  type StoredReviewAnswer,
  type StoredReviewNote,
} from '../db/review-entries.ts';

/** Life of a file's URL, in seconds. */
const urlLife = 3600;

/** What lies beside a review, oldest first. */
export interface ShownEntries {
  readonly notes: readonly StoredReviewNote[];
  readonly questions: readonly (AnsweredQuestion & {
    /** The file of the answer: needs no credential, and opens in the browser; null where there is none. */
    readonly fileUrl: string | null;
  })[];
}

/** What was noted on a review, asked and answered. One round trip. */
export async function shownEntriesOf(
  { id }: { readonly id: string },
  deps: DocumentDeps,
): Promise<ShownEntries> {
  const { notes, questions } = await readReviewEntries(deps.table, id);
  const shown = questions.map(async (each) => ({
    ...each,
    fileUrl: await fileUrlOf(each.answer, deps),
  }));
  return { notes, questions: await Promise.all(shown) };
}

async function fileUrlOf(
  answer: StoredReviewAnswer | null,
  { documents }: Pick<DocumentDeps, 'documents'>,
): Promise<string | null> {
  const file = answer?.file ?? null;
  if (file === null) return null;
  const { objectKey: key, contentType } = file;
  const fileName = `answer${proofExtensions[contentType] ?? ''}`;
  return documents.url({ key, contentType, fileName }, urlLife);
}
