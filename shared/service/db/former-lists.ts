import { fileFormerEntries } from '../../audit/former-audit.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fileFormerReviews, unlistDecidedReviews } from '../../reviews/db/former-reviews.ts';
import { fileFormerPasses } from '../../visitors/visitor-passes.ts';

/**
 * How many things of version 0.1.0 were put on the lists that filters are answered from; reviews also: taken off those of
 * what waits.
 */
export interface Filed {
  readonly auditEntries: number;
  readonly reviews: number;
  readonly visitorPasses: number;
}

/**
 * Puts what version 0.1.0 wrote on the lists that filters are answered from. Can be stopped and begun again,
 * and runs while the service does: until it has finished, filters are answered as in version 0.1.0.
 */
export async function fileFormerItems(table: Table): Promise<Filed> {
  return {
    reviews: (await fileFormerReviews(table)) + (await unlistDecidedReviews(table)),
    visitorPasses: await fileFormerPasses(table),
    auditEntries: await fileFormerEntries(table),
  };
}
