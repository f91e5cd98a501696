import { actorOf } from '../../shared/access/auth/actor.ts';
import { objectionsTo } from '../../shared/amendments/usecases/read-objections.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { presentReview } from '../../shared/reviews/admin-reviews-contract.ts';
import {
  adminDecideReview,
  adminGetReview,
  adminListReviews,
} from '../../shared/reviews/admin-reviews-routes.ts';
import { readReviews } from '../../shared/reviews/db/review-lists.ts';
import { findReview, type StoredReview } from '../../shared/reviews/db/reviews.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
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
