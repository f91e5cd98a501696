import { actorOf } from '../../shared/access/auth/actor.ts';
import { objectionsTo } from '../../shared/amendments/usecases/read-objections.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import {
  presentReview,
  presentReviewNote,
  presentReviewQuestion,
} from '../../shared/reviews/admin-reviews-contract.ts';
import * as routes from '../../shared/reviews/admin-reviews-routes.ts';
import { claimReview, releaseReview } from '../../shared/reviews/usecases/claim-review.ts';
import { listReviews } from '../../shared/reviews/usecases/list-reviews.ts';
import { noteOnReview } from '../../shared/reviews/usecases/note-on-review.ts';
import { shownEntriesOf } from '../../shared/reviews/usecases/read-review-entries.ts';
import { readReview } from '../../shared/reviews/usecases/read-reviews.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { requestInformation } from '../../shared/service/usecases/request-information.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<DocumentDeps>[] = [
  operation(routes.adminListReviews, async ({ query, caller }, deps) => {
    const at = deps.now().toISOString();
    const found = await listReviews(query, actorOf(caller), deps);
    return presentPage(found, query.limit, (review) => presentReview(review, at));
  }),
  operation(routes.adminGetReview, async ({ params }, deps: DocumentDeps) =>
    answer(await readReview(params.id, deps), deps),
  ),
  operation(routes.adminDecideReview, async ({ params, body, caller }, deps: DocumentDeps) =>
    answer(await decideReview(params.id, body, actorOf(caller), deps), deps),
  ),
  operation(routes.adminClaimReview, async ({ params, caller }, deps: DocumentDeps) =>
    answer(await claimReview(params.id, actorOf(caller), deps), deps),
  ),
  operation(routes.adminReleaseReview, async ({ params, caller }, deps: DocumentDeps) =>
    answer(await releaseReview(params.id, actorOf(caller), deps), deps),
  ),
  operation(routes.adminNoteOnReview, async ({ params, body, caller }, deps: DocumentDeps) => {
    await noteOnReview(params.id, body.text, actorOf(caller), deps);
    return answer(await readReview(params.id, deps), deps);
  }),
  operation(routes.adminRequestInformation, async ({ params, body, caller }, deps: DocumentDeps) =>
    answer(await requestInformation(params.id, body.message, actorOf(caller), deps), deps),
  ),
];

async function answer(review: Awaited<ReturnType<typeof readReview>>, deps: DocumentDeps) {
  const [{ objections, answer: toObjectors }, { notes, questions }] = await Promise.all([
    objectionsTo(review.subject, deps),
    shownEntriesOf(review, deps),
  ]);
  return {
    data: {
      ...presentReview(review, deps.now().toISOString()),
      objections: [...objections],
      answer: toObjectors,
      notes: notes.map(presentReviewNote),
      informationRequests: questions.map(presentReviewQuestion),
    },
  };
}

export const handler = operations(rows, documentDeps);
