import { keys } from '../../kernel/db/keys.ts';
import { spreadList } from '../../kernel/db/listed.ts';
import type { Migration, MigrationChange } from '../../kernel/db/migration.ts';
import { partitionsOf } from '../../kernel/db/spread-page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { put, replace, transact } from '../../kernel/db/transact.ts';
import { queuedAs, queueMoves, searchWrites } from '../../reviews/db/review-queue.ts';
import { StoredReview } from '../../reviews/db/reviews.ts';
import { reviewedOf } from './reviewed-things.ts';

/**
 * Puts reviews into the reviewers' queue, where they are also found by name, person and legal entity. One segment, each
 * partition newest first: readers go by the oldest. A review that was in the queue and that a former version has written
 * since, as one that is not, leaves the places where it was.
 */
export const reviewQueue: Migration = {
  name: 'review-queue',
  code: 1,
  about: 'puts reviews into the reviewers’ queue, with the name of the case',
  segments: [
    partitionsOf(spreadList('review'))
      .toReversed()
      .map((list) => ({ list })),
  ],
  async look(places, table) {
    const items = await getItems(
      table,
      places.map(({ itemPk, itemSk }) => ({ pk: String(itemPk), sk: String(itemSk) })),
    );
    return items.map((item) => {
      const review = parseFound(StoredReview, item);
      return review === null || review.queued !== undefined ? null : filing(review, table);
    });
  },
};

function filing(review: StoredReview, table: Table): MigrationChange {
  return {
    sample: review.id,
    carryOut: async () => {
      const queued = queuedAs(await caseFacts(review, table));
      const next = { ...review, queued };
      const asked = { id: '', reviewId: review.id, message: '', requestedAt: '', answeredAt: null };
      const answered = { ...asked, answeredAt: '' };
      // Wherever it may have waited: a former version decides, and can't know of these places.
      const stale = [undefined, asked, answered].map(
        (informationRequest): StoredReview => ({
          ...next,
          status: 'pending',
          informationRequest,
          claim: undefined,
        }),
      );
      const removed = stale.flatMap((was) =>
        Object.values(queueMoves(next, was)).filter((write) => 'remove' in write),
      );
      const byKey = new Map(removed.map((write) => [JSON.stringify(write), write]));
      const outcome = await transact(table, {
        review: replace({ ...keys.review(review.id), ...next }),
        ...Object.fromEntries([...byKey.values()].map((write, place) => [`stale${place}`, write])),
        ...queueMoves(next, null),
        ...searchWrites(next, put),
      });
      return outcome.kind === 'written' ? 'changed' : 'again';
    },
  };
}

/** What it is listed by. What is reviewed is there, unless an operator has lost it: its review is shown all the same. */
async function caseFacts({ subject }: StoredReview, table: Table) {
  const rules = reviewedOf(subject.type);
  const item = await rules.find(table, subject.id);
  if (item === null) return { name: 'Not known', about: [] };
  const [name, about] = await Promise.all([rules.name(item, table), rules.about(item, table)]);
  return { name, about };
}
