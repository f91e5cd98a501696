import { actorOf } from '../../shared/access/auth/actor.ts';
import { objectionsTo } from '../../shared/amendments/usecases/read-objections.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { presentReview } from '../../shared/reviews/admin-reviews-contract.ts';
import {
  adminDecideReview,
  adminGetReview,
  adminListReviews,
} from '../../shared/reviews/admin-reviews-routes.ts';
import type { ReviewState } from '../../shared/reviews/review.ts';
import { readReview, readReviewsOf } from '../../shared/reviews/usecases/read-reviews.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation[] = [
  operation(adminListReviews, async ({ query }, { table }) => {
    const { limit, cursor, ...filter } = query;
    return presentPage(
      await readReviewsOf(filter, { limit, cursor }, { table }),
      limit,
      presentReview,
    );
  }),
  operation(adminGetReview, async ({ params }, { table }) => {
    const review = await readReview(params.id, { table });
    return { data: { ...presentReview(review), ...(await shownObjections(review, { table })) } };
  }),
  operation(adminDecideReview, async ({ params, body, caller }, deps) => {
    const review = await decideReview(params.id, body, actorOf(caller), deps);
    return { data: { ...presentReview(review), ...(await shownObjections(review, deps)) } };
  }),
];

async function shownObjections(
  { subject }: Pick<ReviewState, 'subject'>,
  deps: Pick<CoreDeps, 'table'>,
) {
  const { objections, answer } = await objectionsTo(subject, deps);
  return { objections: [...objections], answer };
}

export const handler = operations(rows, coreDeps);
