import { keys } from '../../kernel/db/keys.ts';
import { spreadList } from '../../kernel/db/listed.ts';
import type { Migration, MigrationChange, MigrationSource } from '../../kernel/db/migration.ts';
import { partitionsOf } from '../../kernel/db/spread-page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { create, put, transact, type Write } from '../../kernel/db/transact.ts';
import { products } from '../../kernel/domain/product.ts';
import { onList, reviewList, reviewPlace, StoredReview } from './reviews.ts';

/**
 * Puts the reviews of version 0.1.0 on the lists of their type and status. The list's own partition comes last, newest
 * first: readers go by its oldest. A review that is decided meanwhile is looked at again.
 */
export const formerReviews: Migration = {
  name: 'former-reviews',
  code: 1,
  about: 'puts reviews of version 0.1.0 on the lists of their type and status',
  segments: [partitionsOf(spreadList('review')).toReversed().map(asSource)],
  async look(places, table) {
    const reviews = await behind(places, table);
    const ofType = (review: StoredReview) =>
      reviewPlace(reviewList({ subjectType: review.subject.type }), review);
    const filed = await getItems(
      table,
      reviews.map((review) => review && ofType(review)),
    );
    return reviews.map((review, index) =>
      review === null || filed[index] !== undefined ? null : filing(review, table),
    );
  },
};

function filing(review: StoredReview, table: Table): MigrationChange {
  const { status } = review;
  const subjectType = review.subject.type;
  return {
    sample: review.id,
    carryOut: async () => {
      const outcome = await transact(table, {
        review: isAsRead(review),
        ofType: create(onList(reviewList({ subjectType }), review)),
        inStatus: put(onList(reviewList({ status }), review)),
        ofTypeInStatus: put(onList(reviewList({ subjectType, status }), review)),
      });
      return outcome.kind === 'written' ? 'changed' : 'again';
    },
  };
}

const waits = 'pending';

/**
 * Takes reviews off the lists of what waits that don't: during a deployment the former version may have decided what this
 * one had listed in partitions that it doesn't know.
 */
export const decidedReviews: Migration = {
  name: 'decided-reviews',
  code: 1,
  about: 'takes reviews off the lists of what waits that a former version has decided',
  segments: [undefined, ...products].map((subjectType) =>
    partitionsOf(spreadList(reviewList({ status: waits, subjectType }))).map(asSource),
  ),
  async look(places, table) {
    const reviews = await behind(places, table);
    return places.map((place, index) => {
      const review = reviews[index] ?? null;
      return review === null || review.status === waits ? null : removal(place, review, table);
    });
  },
};

function removal(place: Item, review: StoredReview, table: Table): MigrationChange {
  return {
    sample: review.id,
    carryOut: async () => {
      const unlisted = { remove: { Key: { pk: place['pk'], sk: place['sk'] } } };
      const outcome = await transact(table, { review: isAsRead(review), unlisted });
      return outcome.kind === 'written' ? 'changed' : 'again';
    },
  };
}

function asSource(list: ReturnType<typeof partitionsOf>[0]): MigrationSource {
  return { list };
}

/** The reviews that are listed in these places; null where there is none any more. */
async function behind(
  places: readonly Item[],
  table: Table,
): Promise<readonly (StoredReview | null)[]> {
  const found = await getItems(
    table,
    places.map(({ itemPk, itemSk }) => ({ pk: String(itemPk), sk: String(itemSk) })),
  );
  return found.map((item) => parseFound(StoredReview, item));
}

function isAsRead({ id, version }: StoredReview): Write {
  return {
    check: {
      Key: keys.review(id),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
