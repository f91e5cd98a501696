import { actorOf } from '../../shared/auth/actor.ts';
import { presentReview } from '../../shared/contracts/admin-reviews.ts';
import { presentPage } from '../../shared/contracts/pagination.ts';
import { readReviews } from '../../shared/db/review-lists.ts';
import { findReview, type StoredReview } from '../../shared/db/reviews.ts';
import { type CoreDeps, coreDeps } from '../../shared/deps/core.ts';
import { apiErrors } from '../../shared/errors.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import {
  adminDecideReview,
  adminGetReview,
  adminListReviews,
} from '../../shared/routes/admin-reviews.ts';
import { decideReview } from '../../shared/usecases/decide-review.ts';
import { objectionsTo } from '../../shared/usecases/read-objections.ts';

const rows: readonly Operation[] = [
  operation(adminListReviews, async ({ query }, { table }) => {
    const { limit, cursor, ...filter } = query;
    return presentPage(
      await readReviews(table, filter, { limit, after: cursor }),
      limit,
      presentReview,
    );
  }),
  operation(adminGetReview, async ({ params }, { table }) => {
    const review = await findReview(table, params.id);
    if (review === null) throw apiErrors.notFound();
    return { data: { ...presentReview(review), ...(await shownObjections(review, { table })) } };
  }),
  operation(adminDecideReview, async ({ params, body, caller }, deps) => {
    const review = await decideReview(params.id, body, actorOf(caller), deps);
    return { data: { ...presentReview(review), ...(await shownObjections(review, deps)) } };
  }),
];

async function shownObjections({ subject }: StoredReview, deps: Pick<CoreDeps, 'table'>) {
  const { objections, answer } = await objectionsTo(subject, deps);
  return { objections: [...objections], answer };
}

export const handler = operations(rows, coreDeps);
