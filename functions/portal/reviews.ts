import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { cursorOf, presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type Product, products } from '../../shared/kernel/domain/product.ts';
import { codeOf } from '../../shared/kernel/errors/api-error.ts';
import { listQuery } from '../../shared/kernel/pages/form.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { shortcutsHash } from '../../shared/kernel/pages/shortcuts.ts';
import { listAudit, readTrail } from '../../shared/platform/usecases/audit.ts';
import { type NamesDeps, namesDeps } from '../../shared/registry/deps/registry-deps.ts';
import {
  queueLimit,
  type RestoredForm,
} from '../../shared/reviews/contracts/portal-reviews-contract.ts';
import {
  type ApprovalsDeps,
  approvalsDeps,
  type ReviewTextsDeps,
  reviewTextsDeps,
} from '../../shared/reviews/deps/approvals-deps.ts';
import { viewLimits } from '../../shared/reviews/domain/queue.ts';
import * as routes from '../../shared/reviews/routes/portal-reviews-routes.ts';
import {
  claimFreeReviews,
  claimReview,
  noteOnReview,
  releaseReview,
} from '../../shared/reviews/usecases/act-on-review.ts';
import { changeSavedViews, readSavedViews } from '../../shared/reviews/usecases/saved-views.ts';
import { contactPage, peoplePage } from '../../shared/service/pages/contact-pages.ts';
import {
  caseSearchPage,
  isOldestFirst,
  nextCase,
  type QueueView,
  queryOf,
  queuePage,
} from '../../shared/service/pages/queue-page.ts';
import { framedFiles } from '../../shared/service/pages/review-facts.ts';
import { type ReviewPage, reviewPage } from '../../shared/service/pages/review-pages.ts';
import { trailFile, trailFileLimit, trailPage } from '../../shared/service/pages/trail-page.ts';
import * as desk from '../../shared/service/routes/desk.ts';
import { decideReview } from '../../shared/service/usecases/decide-review.ts';
import { findContacts, readContact } from '../../shared/service/usecases/read-contact.ts';
import {
  findNamedReview,
  readCases,
  readQueuePage,
  searchCases,
} from '../../shared/service/usecases/read-queue-page.ts';
import { readReviewToDecide, trailNames } from '../../shared/service/usecases/read-review-pages.ts';
import {
  readyText,
  requestInformation,
} from '../../shared/service/usecases/request-information.ts';
import { resendMail } from '../../shared/service/usecases/resend-mail.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { type StaffDeps, staffDeps } from '../../shared/staff/deps/staff-deps.ts';
import { forStaff, type StaffRequest, type StaffRun } from '../../shared/staff/deps/staff-entry.ts';
import { mayDo, seenTypes, staffSections } from '../../shared/staff/domain/staff-rights.ts';
import { recordReading } from '../../shared/staff/usecases/staff-status.ts';
import { page, redirect, resend } from '../../shared/web/http/page.ts';
import {
  type PageRoute,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

type ReviewPagesDeps = FilingDeps & StaffDeps & ApprovalsDeps & ReviewTextsDeps & NamesDeps;
type Run<R extends PageRoute> = StaffRun<R, ReviewPagesDeps>;
/** A reviewer's input on a case. */
type Typed = Readonly<
  Record<
    | 'reason'
    | 'reasonCode'
    | 'answer'
    | 'samePersonReason'
    | 'note'
    | 'question'
    | 'readyReason'
    | 'readyQuestion',
    string
  >
>;

/** The result of a form that decided nothing. */
type Shown = Pick<
  ReviewPage,
  keyof Typed | 'decided' | 'late' | 'unseen' | 'errors' | 'confirming'
>;

const day = 86_400_000;

const list: Run<typeof routes.showReviews> = (request, deps) => queue(200, request, deps);

/** The page after a decision or a question: the next case, or the list if there is none. */
const afterwards = (id: string) =>
  `/portal/reviews?${new URLSearchParams({ decided: id })}` as const;

const assign: Run<typeof routes.assignReviewsOnPage> = async (request, deps) => {
  const { body, query, person, staff } = request;
  const typed = String(body.values['name'] ?? '');
  if (!body.ok) return queue(400, request, deps, { errors: body.errors, typed });
  const { act, case: ids, name } = body.data;
  const { assigned: _, decided: __, view: ___, after, ...chosen } = query;
  const back = (view: Readonly<Record<string, string>>) =>
    redirect(href(deps, `/portal/reviews?${listQuery({ ...view, ...chosen })}`));
  if (act === 'assign') {
    await claimFreeReviews(ids, personActor(person.id), deps, staff);
    return back({ assigned: ids.join(','), ...(after && { after: cursorOf(after) }) });
  }
  const command =
    act === 'save'
      ? { act, view: { name, query: queryOf(chosenQueue(query)) } }
      : ({ act, name } as const);
  const refusal = await changeSavedViews(staff, command, deps);
  if (refusal === null) return back({ view: act === 'save' ? 'saved' : 'deleted' });
  return queue(409, request, deps, { errors: { name: viewRefusals[refusal] }, typed });
};

const viewRefusals = {
  name_taken: 'You have a view with this name and other filters. Choose another name, or delete it',
  too_many: `You have ${viewLimits.views} views. Delete one first`,
} as const;

/** The chosen filters and order. */
function chosenQueue(query: StaffRequest<typeof routes.showReviews>['query']) {
  const { tab } = query;
  const isSorted = query.sort === (tab === 'decided' ? 'decided' : 'age');
  return {
    tab,
    type: query.type || undefined,
    assignee: query.assignee || undefined,
    waiting: query.waiting ? Number(query.waiting) : undefined,
    answered: query.answered === 'yes',
    order: isSorted ? (query.order ?? 'asc') : undefined,
  };
}

/** The list or the search results. `problem`: why a form did nothing, and the entered name of a view. */
async function queue(
  status: number,
  request: Omit<StaffRequest<typeof routes.showReviews>, 'body'>,
  deps: ReviewPagesDeps,
  problem: QueueView['problem'] = { errors: {}, typed: '' },
): Promise<RawResponse> {
  const { query, person, csrfToken, staff } = request;
  const sees = ({ subject }: { readonly subject: { readonly type: Product } }) =>
    mayDo(staff, 'queue.read', subject.type);
  const viewer = { ...person, csrfToken: csrfToken(), ...staffSections(staff) };
  const now = deps.now();
  if (query.q) {
    const [{ cases, isCut }] = await Promise.all([
      searchCases(query.q, person.id, deps),
      noteList('review.listed', request, deps),
    ]);
    const found = { cases: cases.filter(sees), isCut };
    return page(200, caseSearchPage(deps, viewer, { sought: query.q, ...found, now }));
  }
  const chosen = chosenQueue(query);
  const { tab, assignee, waiting, answered } = chosen;
  const types = seenTypes(staff);
  // A reviewer of one type only sees that list; with several types, the page leaves out the others.
  const subjectType = chosen.type ?? (types?.length === 1 ? types[0] : undefined);
  const filter = {
    tab,
    subjectType,
    assignee,
    answered,
    oldestFirst: isOldestFirst(chosen),
    waitingSince:
      waiting === undefined ? undefined : new Date(now.getTime() - waiting * day).toISOString(),
  };
  const [found, decided, assigned, views] = await Promise.all([
    readQueuePage(filter, { limit: queueLimit, after: query.after }, person, deps),
    query.decided === undefined ? null : findNamedReview(query.decided, deps),
    query.assigned === undefined ? [] : readCases(query.assigned, person.id, deps),
    readSavedViews(person.id, deps),
    noteList('review.listed', request, deps),
  ]);
  const seconds = products.filter((type) => mayDo(staff, 'case.approve_second', type));
  const cases = found.items.filter(sees);
  const handled = decided && sees(decided) ? decided : null;
  const next = handled && nextCase({ cases, decided: handled, seconds });
  if (handled && next) {
    const place = new URLSearchParams({ decided: handled.id });
    return redirect(href(deps, `/portal/reviews/${next.id}?${place}`));
  }
  const { nextCursor } = presentPage(found, queueLimit, ({ id }) => id).pagination;
  return page(
    status,
    queuePage(deps, viewer, {
      chosen,
      cases,
      nextCursor,
      // The total counts all types.
      total: types === null || subjectType !== undefined ? found.total : null,
      seconds,
      isFirst: query.after === undefined,
      waits: products.flatMap((type) => {
        const waits = found.waits[type];
        return waits && mayDo(staff, 'queue.read', type) ? [[type, waits] as const] : [];
      }),
      work: tab === 'waiting' ? found.work : null,
      sees: products.filter((type) => mayDo(staff, 'queue.read', type)),
      decided: handled,
      canAssign: mayDo(staff, 'case.claim'),
      after: query.after && cursorOf(query.after),
      assigned: assigned.filter(sees),
      views,
      viewDone: query.view,
      problem,
      now,
    }),
    { ownScript: shortcutsHash },
  );
}

const show: Run<typeof routes.showReview> = async (request, deps) => {
  const { params, query, staff } = request;
  const handled = query.decided === undefined ? null : await findNamedReview(query.decided, deps);
  const sees = handled !== null && mayDo(staff, 'queue.read', handled.subject.type);
  return answer(200, params.id, request, deps, { decided: sees ? handled : null });
};

const decide: Run<typeof routes.decideReviewOnPage> = async (request, deps) => {
  const { params, query, body, person, staff } = request;
  const again = (status: number, view: Shown) => answer(status, params.id, request, deps, view);
  const typed = {
    reason: String(body.values['reason'] ?? ''),
    reasonCode: String(body.values['reasonCode'] ?? ''),
    answer: String(body.values['answer'] ?? ''),
    samePersonReason: String(body.values['samePersonReason'] ?? ''),
    note: String(body.values['note'] ?? ''),
    question: String(body.values['question'] ?? ''),
    readyReason: String(body.values['readyReason'] ?? ''),
    readyQuestion: String(body.values['readyQuestion'] ?? ''),
  };
  if (query.restored !== undefined) return again(200, leftOf(typed, query.restored));
  if (!body.ok) return again(400, { ...typed, errors: body.errors });
  if (body.data.act === 'back') return again(200, typed);
  const ready = 'ready' in body.data ? body.data.ready : null;
  const chosen = ready && (await readyText(params.id, ready, deps));
  if (ready !== null && chosen === null) {
    const field = ready.kind === 'questions' ? 'question' : 'reason';
    const error = 'The chosen text is no longer available. Choose another one, or enter a text.';
    return again(400, { ...typed, errors: { [field]: error } });
  }
  if (body.data.act === 'confirm') {
    const { decision } = body.data;
    if (chosen) {
      typed.reason = chosen.text;
      typed.reasonCode ||= chosen.reasonCode ?? '';
      typed.readyReason = '';
    }
    const objections = String(body.values['objections'] ?? '');
    return again(200, { ...typed, late: true, confirming: { decision, objections } });
  }
  const actor = personActor(person.id);
  try {
    if (body.data.act === 'decide') {
      const { note, verdict } = body.data;
      const sent =
        chosen && verdict.decision === 'reject'
          ? { ...verdict, reason: chosen.text, reasonCode: verdict.reasonCode ?? chosen.reasonCode }
          : verdict;
      await decideReview(params.id, sent, actor, deps, staff);
      if (note !== '') await noteOnReview(params.id, note, actor, deps, staff);
      return redirect(href(deps, afterwards(params.id)));
    }
    if (body.data.act === 'note') {
      await noteOnReview(params.id, body.data.text, actor, deps, staff);
    } else if (body.data.act === 'ask') {
      await requestInformation(params.id, chosen?.text ?? body.data.text, actor, deps, staff);
    } else if (body.data.act === 'claim') await claimReview(params.id, actor, deps, staff);
    else await releaseReview(params.id, actor, deps, staff);
    const { act: restored } = body.data;
    const path = `/portal/reviews/${params.id}` as const;
    // A redirect, so a reload repeats nothing.
    if (Object.values(leftOf(typed, restored)).some((text) => text !== '')) {
      return resend(href(deps, `${path}?${new URLSearchParams({ restored })}`));
    }
    return redirect(href(deps, restored === 'ask' ? afterwards(params.id) : path));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'staff.passkey_required') {
      const next = `/portal/reviews/${params.id}`;
      return resend(href(deps, `/portal/passkeys/confirm?${new URLSearchParams({ next })}`));
    }
    if (code === 'review.not_pending') return again(409, { late: true });
    if (code === 'review.own' || code === 'review.other_person') return again(403, {});
    if (code === 'review.information_requested') {
      const question = 'The applicant has not answered the last question yet';
      return again(409, { ...typed, errors: { question } });
    }
    if (code === 'person.may_have_permit') {
      const samePersonReason = 'Enter a reason. A person in the list above may be the same person.';
      return again(409, { ...typed, errors: { samePersonReason } });
    }
    if (code === 'review.objections_changed') return again(409, { ...typed, unseen: true });
    if (code === 'review.objections_unanswered') {
      const answer = 'Answer the objections. The people who objected will read your answer.';
      return again(409, { ...typed, errors: { answer } });
    }
    throw error;
  }
};

/** Input that was not used yet. */
function leftOf(typed: Typed, restored: RestoredForm): Typed {
  switch (restored) {
    case 'note':
      return { ...typed, note: '' };
    case 'ask':
      return { ...typed, question: '', readyQuestion: '' };
    default:
      return typed;
  }
}

/** The current page of the review. Error: 404. */
async function answer(
  status: number,
  reviewId: string,
  request: Omit<StaffRequest<typeof routes.showReview>, 'query' | 'body'>,
  deps: ReviewPagesDeps,
  view: Shown = {},
): Promise<RawResponse> {
  const read = await readReviewToDecide(reviewId, request, deps);
  const viewer = {
    ...request.person,
    csrfToken: request.csrfToken(),
    ...staffSections(request.staff),
  };
  const { reviewTexts } = deps;
  const frames = framedFiles(read.subject, read.questions);
  return page(status, reviewPage(deps, viewer, { ...read, reviewTexts, ...view }), {
    frames,
    ownScript: shortcutsHash,
  });
}

/** The names under which views of these two lists are recorded. */
const [peoplePlace, trailPlace] = ['people', 'audit'];

/** Audit entries per page. */
const trailLimit = 25;

const findPeople: Run<typeof desk.showPeople> = async (request, deps) => {
  const sought = request.query.q ?? '';
  const [people] = await Promise.all([
    findContacts(sought, deps),
    sought === '' ? null : noteList('people.listed', request, deps, peoplePlace),
  ]);
  return page(200, peoplePage(deps, viewerOf(request), { sought, people }));
};

const showContact: Run<typeof desk.showContact> = async (request, deps) => {
  const { params, query } = request;
  const contact = await readContact(params.id, request, deps);
  const outcome = resendOutcomes.find((one) => one === query.sent);
  return page(200, contactPage(deps, viewerOf(request), { ...contact, outcome }));
};

const resendOnPage: Run<typeof desk.resendMailOnPage> = async (request, deps) => {
  const { params, body, staff } = request;
  const key = body.ok ? body.data.mail : '';
  const sent = await resendMail(params.id, key, staff, deps);
  const query = new URLSearchParams({ sent });
  return redirect(href(deps, `/portal/reviews/people/${params.id}?${query}`));
};

/** The possible results of sending an email again. */
const resendOutcomes = ['sent', 'already_sent', 'deactivated'] as const;

const showTrail: Run<typeof desk.showTrail> = async (request, deps) => {
  const { after, format, ...chosen } = request.query;
  const filter = {
    subjectId: chosen.subject || undefined,
    actorId: chosen.actor || undefined,
    action: chosen.action || undefined,
    from: chosen.from || undefined,
    until: chosen.until || undefined,
  };
  const { sort, order = 'asc' } = chosen;
  const noted = noteList('audit.listed', request, deps, trailPlace);
  if (format === 'csv') {
    const [entries] = await Promise.all([readTrail(filter, trailFileLimit, deps), noted]);
    return {
      statusCode: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-trail.csv"',
        'cache-control': 'no-store',
      },
      body: trailFile(entries),
    };
  }
  const [found] = await Promise.all([
    listAudit(
      { ...filter, limit: trailLimit, cursor: after, oldestFirst: !!sort && order === 'asc' },
      deps,
    ),
    noted,
  ]);
  const { data, pagination } = presentPage(found, trailLimit, (entry) => entry);
  const { nextCursor } = pagination;
  const nameOf = await trailNames(data, deps);
  const sorted = { ...chosen, order: sort && order };
  const view = { chosen: sorted, entries: data, nameOf, nextCursor };
  return page(200, trailPage(deps, viewerOf(request), view));
};

/** Records, once an hour, that someone viewed a list. */
function noteList(
  action: string,
  { person, noted }: Pick<StaffRequest<PageRoute>, 'person' | 'noted'>,
  deps: StaffDeps,
  place = person.id,
): Promise<void> {
  const subject = { type: 'person', id: person.id };
  const entry = { actor: personActor(person.id), action, subject, details: {} };
  return recordReading(entry, noted, deps, place);
}

function viewerOf({ person, csrfToken, staff }: StaffRequest<PageRoute>) {
  return { ...person, csrfToken: csrfToken(), ...staffSections(staff) };
}

// The id of a case or a person.
const idOf = ({ params }: { readonly params: { readonly id: string } }) => params.id;

export const rows = [
  pageOperation(routes.showReviews, list, forStaff('queue.read')),
  pageOperation(routes.assignReviewsOnPage, assign, forStaff('queue.read')),
  pageOperation(routes.showReview, show, forStaff('case.read', idOf)),
  pageOperation(routes.decideReviewOnPage, decide, forStaff('case.read', idOf)),
  pageOperation(
    desk.showPeople,
    findPeople,
    forStaff('people.read', () => peoplePlace),
  ),
  pageOperation(desk.showContact, showContact, forStaff('people.read', idOf)),
  pageOperation(desk.resendMailOnPage, resendOnPage, forStaff('people.read', idOf)),
  pageOperation(
    desk.showTrail,
    showTrail,
    forStaff('audit.read', () => trailPlace),
  ),
];

export const handler = pageFunction(rows, () => ({
  ...namesDeps(),
  ...filingDeps(),
  ...staffDeps(),
  ...approvalsDeps(),
  ...reviewTextsDeps(),
}));
