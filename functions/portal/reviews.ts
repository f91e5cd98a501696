import { type FilingDeps, filingDeps } from '../../shared/documents/deps/filing.ts';
import { ApiError } from '../../shared/kernel/api-error.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import type { Reader } from '../../shared/kernel/pages/portal-layout.ts';
import { href } from '../../shared/kernel/pages/site.ts';
import { type NamesDeps, namesDeps } from '../../shared/registry/names-deps.ts';
import * as routes from '../../shared/reviews/portal-reviews-routes.ts';
import { isReviewer } from '../../shared/reviews/reviewer.ts';
import { type ReviewingDeps, reviewingDeps } from '../../shared/reviews/reviewing-deps.ts';
import { claimReview, releaseReview } from '../../shared/reviews/usecases/claim-review.ts';
import { noteOnReview } from '../../shared/reviews/usecases/note-on-review.ts';
import { caseSearchPage, queuePage } from '../../shared/service/pages/queue-page.ts';
import { type ReviewPage, reviewPage } from '../../shared/service/pages/review-pages.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import {
  findNamedReview,
  readQueuePage,
  searchCases,
} from '../../shared/service/usecases/read-queue-page.ts';
import { readReviewToDecide } from '../../shared/service/usecases/read-review-pages.ts';
import { requestInformation } from '../../shared/service/usecases/request-information.ts';
import { personActor } from '../../shared/sessions/auth/session.ts';
import { page, redirect } from '../../shared/web/page.ts';
import { pageFunction } from '../../shared/web/page-function.ts';
import { type PortalRun, portalOperation } from '../../shared/web/portal-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';

type ReviewPagesDeps = FilingDeps & ReviewingDeps & NamesDeps;
/** What became of a form that decided nothing. */
type Shown = Pick<
  ReviewPage,
  'late' | 'unseen' | 'reason' | 'reasonCode' | 'answer' | 'note' | 'question' | 'errors'
>;

/** The page for a reviewer; for everybody else there is none. */
function forReviewers<R extends (typeof routes)[keyof typeof routes]>(
  run: PortalRun<R, ReviewPagesDeps>,
): PortalRun<R, ReviewPagesDeps> {
  return async (request, deps) => {
    if (!isReviewer(request.person, deps.reviewers)) throw apiErrors.notFound();
    return run(request, deps);
  };
}

/** Rows of one page of the list. */
const limit = 20;

const day = 86_400_000;

const list = forReviewers<typeof routes.showReviews>(async (request, deps) => {
  const { query, person, csrfToken } = request;
  const reader = { ...person, csrfToken: csrfToken(), reviewer: true };
  const now = deps.now();
  if (query.q) {
    const found = await searchCases(query.q, person.id, deps);
    return page(200, caseSearchPage(deps, reader, { sought: query.q, ...found, now }));
  }
  const { tab } = query;
  const chosen = {
    tab,
    type: query.type || undefined,
    hand: query.hand || undefined,
    waiting: query.waiting ? Number(query.waiting) : undefined,
    answered: query.answered === 'yes',
  };
  const { type: subjectType, hand, waiting, answered } = chosen;
  const filter = {
    tab,
    subjectType,
    hand,
    answered,
    waitingSince:
      waiting === undefined ? undefined : new Date(now.getTime() - waiting * day).toISOString(),
  };
  const [found, decided] = await Promise.all([
    readQueuePage(filter, { limit, after: query.after }, person.id, deps),
    query.decided === undefined ? null : findNamedReview(query.decided, deps),
  ]);
  const { nextCursor } = presentPage(found, limit, ({ id }) => id).pagination;
  return page(
    200,
    queuePage(deps, reader, {
      chosen,
      cases: found.items,
      nextCursor,
      total: found.total,
      isFirst: query.after === undefined,
      decided,
      now,
    }),
  );
});

const show = forReviewers<typeof routes.showReview>(({ params, person, csrfToken }, deps) =>
  answer(200, params.id, { ...person, csrfToken: csrfToken(), reviewer: true }, deps),
);

const decide = forReviewers<typeof routes.decideReviewOnPage>(async (request, deps) => {
  const { params, body, person, csrfToken } = request;
  const again = (status: number, shown: Shown) =>
    answer(status, params.id, { ...person, csrfToken: csrfToken(), reviewer: true }, deps, shown);
  const typed = {
    reason: String(body.values['reason'] ?? ''),
    reasonCode: String(body.values['reasonCode'] ?? ''),
    answer: String(body.values['answer'] ?? ''),
    note: String(body.values['note'] ?? ''),
    question: String(body.values['question'] ?? ''),
  };
  if (!body.ok) return again(400, { ...typed, errors: body.errors });
  const actor = personActor(person.id);
  try {
    if (body.data.act === 'decide') {
      await decideReview(params.id, body.data.verdict, actor, deps);
      return redirect(href(deps, `/portal/reviews?decided=${params.id}`));
    }
    if (body.data.act === 'note') await noteOnReview(params.id, body.data.text, actor, deps);
    else if (body.data.act === 'ask') {
      await requestInformation(params.id, body.data.text, actor, deps);
    } else if (body.data.act === 'claim') await claimReview(params.id, actor, deps);
    else await releaseReview(params.id, actor, deps);
    return redirect(href(deps, `/portal/reviews/${params.id}`));
  } catch (error) {
    const code = error instanceof ApiError ? error.extras.code : undefined;
    if (code === 'review.not_pending') return again(409, { late: true });
    if (code === 'review.own') return again(403, {});
    if (code === 'review.information_requested') {
      const question = 'A question is open: it waits for its answer above';
      return again(409, { ...typed, errors: { question } });
    }
    if (code === 'review.objections_changed') return again(409, { ...typed, unseen: true });
    if (code === 'review.objections_unanswered') {
      const answer = 'Answer the objections: whoever objected reads it';
      return again(409, { ...typed, errors: { answer } });
    }
    throw error;
  }
});

/** The review's page as things are now. Error: 404. */
async function answer(
  status: number,
  reviewId: string,
  reader: Reader & { readonly id: string },
  deps: ReviewPagesDeps,
  shown: Shown = {},
): Promise<RawResponse> {
  const read = await readReviewToDecide(reviewId, reader.id, deps);
  return page(status, reviewPage(deps, reader, { ...read, ...shown }));
}

export const rows = [
  portalOperation(routes.showReviews, list),
  portalOperation(routes.showReview, show),
  portalOperation(routes.decideReviewOnPage, decide),
];

export const handler = pageFunction(rows, () => ({
  ...namesDeps(),
  ...filingDeps(),
  ...reviewingDeps(),
}));
