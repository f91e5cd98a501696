import type { Migration } from '../../kernel/db/migration.ts';
import { formerEntries } from '../../platform/db/former-audit.ts';
import { gatheredActs } from '../../platform/db/gathered-acts.ts';
import { formerRegistry } from '../../registry/db/former-registry.ts';
import { formerEnds } from '../../residency/db/former-ends.ts';
import { formerPasses } from '../../residency/db/visitor-passes.ts';
import { decidedReviews, formerReviews } from '../../reviews/db/former-reviews.ts';
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
