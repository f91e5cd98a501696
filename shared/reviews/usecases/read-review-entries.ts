import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { type UploadLink, uploadLink } from '../../documents/usecases/open-upload.ts';
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
    /** The file of the answer; null where there is none. */
    readonly file: UploadLink | null;
  })[];
}

/** What was noted on a review, asked and answered. One round trip, and one more for files that have to be scanned. */
export async function shownEntriesOf(
  { id }: { readonly id: string },
  deps: DocumentDeps,
): Promise<ShownEntries> {
  const { notes, questions } = await readReviewEntries(deps.table, id);
  const shown = questions.map(async (each) => ({
    ...each,
    file: await fileOf(each.answer, deps),
  }));
  return { notes, questions: await Promise.all(shown) };
}

async function fileOf(
  answer: StoredReviewAnswer | null,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<UploadLink | null> {
  const file = answer?.file ?? null;
  if (file === null) return null;
  const fileName = `answer${proofExtensions[file.contentType] ?? ''}`;
  return uploadLink(file, fileName, urlLife, deps);
}
