import type { Table } from '../../kernel/db/table.ts';
import type { CaseFacts } from '../../reviews/db/review-queue.ts';
import type { ReviewState } from '../../reviews/domain/review.ts';
import { readReviewed } from './reviewed-things.ts';

/** What a case is listed and found by, as it is now. Throws when what is under review is not there. */
export async function readCaseFacts(
  subject: ReviewState['subject'],
  { table }: { readonly table: Table },
): Promise<CaseFacts> {
  const { rules, item } = await readReviewed(subject, table);
  const [name, about] = await Promise.all([rules.name(item, table), rules.about(item, table)]);
  return { name, about };
}
