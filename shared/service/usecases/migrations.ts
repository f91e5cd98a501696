import { formerEntries } from '../../audit/former-audit.ts';
import { gatheredActs } from '../../audit/gathered-acts.ts';
import type { Migration } from '../../kernel/db/migration.ts';
import { formerRegistry } from '../../registry/db/former-registry.ts';
import { decidedReviews, formerReviews } from '../../reviews/db/former-reviews.ts';
import { formerEnds } from '../../terms/db/former-ends.ts';
import { formerPasses } from '../../visitors/visitor-passes.ts';
import { operatorLists } from '../db/operator-lists.ts';
import { reviewQueue } from './file-review-queue.ts';

/** Every migration of this release, in the order in which they are best carried out: docs/migrations.md. */
export const migrations: readonly Migration[] = [
  formerReviews,
  decidedReviews,
  reviewQueue,
  formerPasses,
  formerEntries,
  gatheredActs,
  formerRegistry,
  operatorLists,
  formerEnds,
];
