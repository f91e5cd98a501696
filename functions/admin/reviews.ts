import { actorOf } from '../../shared/access/auth/caller.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type NamesDeps, namesDeps } from '../../shared/registry/deps/registry-deps.ts';
import {
  presentReview,
  presentReviewNote,
  presentReviewQuestion,
  presentSimilarPerson,
  presentSimilarToReviewed,
} from '../../shared/reviews/contracts/admin-reviews-contract.ts';
import { type ApprovalsDeps, approvalsDeps } from '../../shared/reviews/deps/approvals-deps.ts';
import * as routes from '../../shared/reviews/routes/admin-reviews-routes.ts';
import {
  claimReview,
  noteOnReview,
  releaseReview,
  shownEntriesOf,
} from '../../shared/reviews/usecases/act-on-review.ts';
import {
  listReviews,
  readReview,
  readStatistics,
} from '../../shared/reviews/usecases/read-reviews.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { requestInformation } from '../../shared/service/usecases/request-information.ts';
import {
  readObjections,
  readSimilarPeople,
  readSimilarTo,
} from '../../shared/service/usecases/reviewed-filings.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type ReviewDeps = DocumentDeps & NamesDeps & ApprovalsDeps;

export const rows: readonly Operation<ReviewDeps>[] = [
  operation(routes.adminListReviews, async ({ query, caller }, deps) => {
    const at = deps.now().toISOString();
    const found = await listReviews(query, actorOf(caller), deps);
    return presentPage(found, query.limit, (review) => presentReview(review, at));
  }),
  operation(routes.adminReadStatistics, async (_request, deps) => ({
    data: { reviews: await readStatistics(deps) },
  })),
  operation(routes.adminGetReview, async ({ params }, deps: ReviewDeps) =>
    answer(await readReview(params.id, deps), deps),
  ),
  operation(routes.adminDecideReview, async ({ params, body, caller }, deps: ReviewDeps) =>
    // Operators give neither of two approvals, so no first approval is checked.
    answer(await decideReview(params.id, body, actorOf(caller), { ...deps, reviewers: [] }), deps),
  ),
  operation(routes.adminClaimReview, async ({ params, caller }, deps: ReviewDeps) =>
    answer(await claimReview(params.id, actorOf(caller), deps), deps),
  ),
  operation(routes.adminReleaseReview, async ({ params, caller }, deps: ReviewDeps) =>
    answer(await releaseReview(params.id, actorOf(caller), deps), deps),
  ),
  operation(routes.adminNoteOnReview, async ({ params, body, caller }, deps: ReviewDeps) => {
    await noteOnReview(params.id, body.text, actorOf(caller), deps);
    return answer(await readReview(params.id, deps), deps);
  }),
  operation(routes.adminRequestInformation, async ({ params, body, caller }, deps: ReviewDeps) =>
    answer(await requestInformation(params.id, body.message, actorOf(caller), deps), deps),
  ),
];

async function answer(review: Awaited<ReturnType<typeof readReview>>, deps: ReviewDeps) {
  const [{ objections, answer: toObjectors }, { notes, questions }, similar, similarPeople] =
    await Promise.all([
      readObjections(review, deps),
      shownEntriesOf(review, deps),
      readSimilarTo(review, deps),
      readSimilarPeople(review, deps),
    ]);
  return {
    data: {
      ...presentReview(review, deps.now().toISOString()),
      objections: [...objections],
      answer: toObjectors,
      notes: notes.map(presentReviewNote),
      informationRequests: questions.map(presentReviewQuestion),
      similarPeople: similarPeople.map(presentSimilarPerson),
      similarNames: similar === null ? null : similar.map(presentSimilarToReviewed),
    },
  };
}

export const handler = pathFunction(rows, () => ({
  ...namesDeps(),
  ...documentDeps(),
  ...approvalsDeps(),
}));
