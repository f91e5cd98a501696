import type { SortOrder } from '../../kernel/contracts/pagination.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { chart } from '../../kernel/pages/chart.ts';
import {
  button,
  buttons,
  checkbox,
  type FieldErrors,
  form,
  formHead,
  hiddenFields,
  listQuery,
  queryForm,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { shortcutsPart } from '../../kernel/pages/shortcuts.ts';
import {
  dataTable,
  definitionList,
  instant,
  notice,
  type SortableHead,
  sortableHead,
  tag,
} from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import {
  type QueueAssignee,
  type QueueTab,
  queueTabs,
  type SavedView,
  viewLimits,
  type Waits,
  waitsOver,
} from '../../reviews/domain/queue.ts';
import type { ReviewState, ReviewStatus } from '../../reviews/domain/review.ts';
import { byWhom } from './review-rows.ts';
import { type ClaimView, claimLine } from './review-work.ts';

/** A case in the list. `name` is the name of the entity or applicant at the submission. */
export interface ListedCase {
  readonly id: string;
  readonly subject: { readonly type: Product; readonly id: string };
  readonly name: string;
  readonly status: ReviewStatus;
  readonly createdAt: string;
  readonly returnedReason: string | null;
  readonly requestedAt: string | null;
  readonly answeredAt: string | null;
  readonly decidedAt: string | null;
  /** The name of the reviewer who decided; null before. */
  readonly decidedBy: string | null;
  /** The name of the first of two approvers. Null if there is none yet, or one is enough. */
  readonly approvedBy: string | null;
  readonly approvedByReader: boolean;
  /** Who the case is assigned to; null for no one. */
  readonly work: ClaimView | null;
}

/** The viewer's filter. */
interface SelectedQueue {
  readonly tab: QueueTab;
  readonly type?: Product | undefined;
  readonly assignee?: QueueAssignee | undefined;
  /** In days. */
  readonly waiting?: number | undefined;
  readonly answered?: boolean | undefined;
  /** By the time of the tab; undefined for its usual order. */
  readonly order?: SortOrder | undefined;
}

/** The filter's choices of waiting time, in days. */
const waitingDays = [1, 3, 7, 30] as const;

/** Waiting cases by type and age, and decisions by week and type, as counted at `at`. */
export interface WorkCounts {
  readonly at: string;
  readonly ages: Readonly<Partial<Record<Product, readonly number[]>>>;
  readonly weeks: Readonly<Record<string, Readonly<Partial<Record<Product, number>>>>>;
}

/** A case that the viewer has just decided or asked about. */
export type HandledCase = Pick<
  ReviewState,
  'id' | 'status' | 'firstApproval' | 'informationRequest' | 'returnedReason'
> & { readonly name: string };

export interface QueueView {
  readonly chosen: SelectedQueue;
  readonly cases: readonly ListedCase[];
  /** The start of the next page; null at the end. */
  readonly nextCursor: string | null;
  /** The number of cases and when they were counted. Null: more than the page shows, but not counted. */
  readonly total: { readonly count: number; readonly at: string | null } | null;
  readonly isFirst: boolean;
  /** How long decisions took, by type. */
  readonly waits: readonly (readonly [Product, Waits])[];
  /** The data of the charts. Null if there is none yet, or not on this tab. */
  readonly work: WorkCounts | null;
  /** The types that the viewer sees. */
  readonly sees: readonly Product[];
  /** The types for which the viewer can give the second approval. */
  readonly seconds: readonly Product[];
  /** The case that the viewer has just decided or asked about. */
  readonly decided: HandledCase | null;
  /** Whether the viewer may assign cases to themselves. */
  readonly canAssign: boolean;
  /** Where this page of the list begins; undefined for the first page. */
  readonly after: string | undefined;
  /** The cases that the viewer wanted to assign to themselves, with their current state. */
  readonly assigned: readonly ListedCase[];
  /** The viewer's saved views. */
  readonly views: readonly SavedView[];
  /** What the viewer has just done with a view. */
  readonly viewDone: 'saved' | 'deleted' | undefined;
  /** Why a form had no effect, and the entered name of a view. */
  readonly problem: { readonly errors: FieldErrors; readonly typed: string };
  readonly now: Date;
}

const tabs: Readonly<Record<QueueTab, string>> = {
  waiting: 'Waiting',
  awaiting_answer: 'Waiting for an answer',
  decided: 'Decided',
};

const titles: Readonly<Record<QueueTab, string>> = {
  waiting: 'Reviews',
  awaiting_answer: 'Reviews: waiting for an answer',
  decided: 'Reviews: decided',
};

const nothing: Readonly<Record<QueueTab, string>> = {
  waiting: 'No cases are waiting for a decision.',
  awaiting_answer: 'No cases are waiting for an answer.',
  decided: 'No cases have been decided.',
};

/**
 * The case to open after one was handled. Cases that are assigned to someone else or wait for the applicant are
 * skipped.
 */
export function nextCase(view: Pick<QueueView, 'cases' | 'decided' | 'seconds'>) {
  return view.cases.find(
    ({ work, ...each }) =>
      (work === null || work.mine) &&
      isWaiting(each) &&
      each.id !== view.decided?.id &&
      canGo(each, view),
  );
}

/** The reviewers' queue, oldest case first. */
export function queuePage(context: PageContext, viewer: Viewer, view: QueueView): Html {
  const { chosen, cases, nextCursor, decided, now } = view;
  const { tab } = chosen;
  const { tab: _, sort: __, order: ___, ...filters } = queryOf(chosen);
  const filtered = Object.keys(filters).length > 0;
  const time = timeHead(context, chosen);
  return portalLayout(
    inEnglish(context),
    viewer,
    {
      ...formHead(titles[tab], view.problem.errors),
      heading: 'Reviews',
      section: '/portal/reviews',
      isWide: true,
    },
    [
      decided !== null && decidedNotice(decided),
      assignedNotice(view.assigned),
      view.viewDone && notice('success', `View ${view.viewDone}`),
      tabLinks(context, tab),
      viewLinks(context, view.views, queryOf(chosen)),
      filterForm(context, chosen),
      viewForms(viewer, {
        views: view.views,
        action: listAddress(context, chosen, view.after),
        ...view.problem,
      }),
      cases.length === 0
        ? html`<p class="lead">${filtered ? 'No cases match these filters.' : nothing[tab]}</p>`
        : [
            totalLine(context, view),
            view.canAssign && tab !== 'decided'
              ? assignForm(context, viewer, view)
              : caseList(context, cases, now, { time }),
          ],
      nextCursor !== null &&
        html`<p><a href="${href(context, `/portal/reviews?${new URLSearchParams({ ...queryOf(chosen), after: nextCursor })}`)}">${isOldestFirst(chosen) ? 'Later' : 'Earlier'} reviews</a></p>`,
      searchForm(context, ''),
      view.isFirst && [waitsPart(view.waits), workPart(context, view)],
      view.canAssign && tab !== 'decided' && shortcutsPart(keys),
    ],
  );
}

const keys = {
  j: 'Next row',
  k: 'Previous row',
  x: 'Select the row',
  m: 'Assign selected cases to me',
  '/': 'Find a case',
};

export interface SearchView {
  readonly sought: string;
  readonly cases: readonly ListedCase[];
  /** There may be more than these. */
  readonly isCut: boolean;
  readonly now: Date;
}

/** The cases that match the search, newest first, with any status. */
export function caseSearchPage(context: PageContext, viewer: Viewer, view: SearchView): Html {
  const { sought, cases, isCut, now } = view;
  return portalLayout(
    inEnglish(context),
    viewer,
    { title: 'Reviews: search', heading: 'Reviews', section: '/portal/reviews', isWide: true },
    [
      tabLinks(context, null),
      searchForm(context, sought),
      html`<h2>Search results</h2>`,
      cases.length === 0
        ? html`<p>No cases found. Check the spelling of the name, the permit number or the ID.</p>`
        : caseList(context, cases, now, { time: 'Time' }),
      isCut &&
        html`<p class="fine">Only the newest cases are shown. Type more to narrow the search.</p>`,
    ],
  );
}

/** Whether the viewer can approve it: the second approval needs its own right and another person. */
function canGo(
  { approvedBy, approvedByReader, subject }: Omit<ListedCase, 'work'>,
  { seconds }: Pick<QueueView, 'seconds'>,
): boolean {
  return approvedBy === null || (!approvedByReader && seconds.includes(subject.type));
}

function isWaiting({ status, requestedAt, answeredAt }: Omit<ListedCase, 'work'>): boolean {
  return status === 'pending' && (requestedAt === null || answeredAt !== null);
}

function tabLinks(context: PageContext, current: QueueTab | null): Html {
  return html`<nav class="tabs" aria-label="Cases">${queueTabs.map(
    (tab) =>
      html`<a href="${href(context, tab === 'waiting' ? '/portal/reviews' : `/portal/reviews?tab=${tab}`)}"${tab === current && html` aria-current="page"`}>${tabs[tab]}</a>`,
  )}</nav>`;
}

/** Whether the list begins with the earliest submission or decision. */
export function isOldestFirst({ tab, order }: Pick<SelectedQueue, 'tab' | 'order'>): boolean {
  if (order === undefined) return tab !== 'decided';
  // A high age is an early time.
  return (order === 'asc') === (tab === 'decided');
}

/**
 * The header that reverses the list. Only the time sorts: the queue is stored by it, so the order is
 * right over all pages. For the other columns there are filters.
 */
function timeHead(context: PageContext, chosen: SelectedQueue): SortableHead {
  const isDecided = chosen.tab === 'decided';
  const order = isOldestFirst(chosen) === isDecided ? 'asc' : 'desc';
  return sortableHead(isDecided ? 'Decided on' : 'Waiting for', order, (next) =>
    href(context, `/portal/reviews?${listQuery(queryOf({ ...chosen, order: next }))}`),
  );
}

function totalLine(
  context: PageContext,
  { chosen, cases, total, isFirst, nextCursor, now }: QueueView,
): Content {
  if (!isFirst || cases.length === 0 || chosen.tab === 'decided') return null;
  const oldest = isOldestFirst(chosen) ? cases[0] : nextCursor === null ? cases.at(-1) : undefined;
  const count =
    total === null
      ? `More than ${cases.length} cases`
      : `${total.at === null ? '' : 'About '}${total.count.toLocaleString('en-US')} case${total.count === 1 ? '' : 's'}`;
  const age = oldest && ` The oldest has been waiting for ${formatAge(oldest.createdAt, now)}.`;
  return html`<p>${count}.${age}${
    total !== null &&
    total.at !== null &&
    html` <span class="fine">Counted ${instant(total.at, context)}.</span>`
  }</p>`;
}

function waitsPart(waits: QueueView['waits']): Content {
  if (waits.length === 0) return null;
  return html`<h2>Time to decision</h2>
${definitionList(
  waits.map(([type, { decided, medianSeconds, p90Seconds }]) => [
    subjectTexts.en[type],
    `Median ${formatSeconds(medianSeconds)}, 90% within ${formatSeconds(p90Seconds)} (${decided} decision${decided === 1 ? '' : 's'})`,
  ]),
)}
<p class="fine">Measured from submission, including time spent on questions. Covers the newest ${waitsOver.cases} decisions of each type in the last ${waitsOver.days} days.</p>`;
}

/** The list as a form that assigns the ticked cases to the viewer. */
function assignForm(
  context: PageContext,
  viewer: Viewer,
  { chosen, after, cases, now }: QueueView,
): Html {
  const action = listAddress(context, chosen, after);
  return form({ csrfToken: viewer.csrfToken, action, isPage: true }, [
    caseList(context, cases, now, { time: timeHead(context, chosen), isChosen: true }),
    buttons(button({ label: 'Assign selected cases to me', kind: 'secondary', shortcut: 'm' })),
  ]);
}

/** The result for the cases that the viewer wanted to assign to themselves. */
function assignedNotice(cases: readonly ListedCase[]): Html | null {
  if (cases.length === 0) return null;
  const others = cases.filter(({ status, work }) => status !== 'pending' || !work?.mine);
  const count = cases.length - others.length;
  const what = (n: number) => `${n} case${n === 1 ? '' : 's'}`;
  return notice(
    others.length === 0 ? 'success' : 'warning',
    count === 0 ? 'No case was assigned to you' : `${what(count)} assigned to you`,
    others.length > 0 &&
      html`<ul>${others.map(({ name, status, work }) => {
        if (status !== 'pending') return html`<li>${name}: already decided</li>`;
        return html`<li>${name}: ${work === null ? 'not assigned. Try again.' : `assigned to ${work.name}`}</li>`;
      })}</ul>`,
  );
}

const ages = ['Under 1 day', '1 to 3 days', '3 to 7 days', '7 days or more'];

/** Waiting cases by age, and decisions by week, for the types that the viewer sees. */
function workPart(context: PageContext, { work, sees }: QueueView): Content {
  if (work === null) return null;
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const names = sees.length === 1 ? [] : sees.map((type) => subjectTexts.en[type]);
  const point = (label: string, counts: readonly number[]) => ({
    label,
    value: sum(counts),
    parts: sees.length === 1 ? [] : counts,
  });
  const weeks = Object.entries(work.weeks).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return html`<h2>Workload</h2>
${chart({
  title: 'Waiting cases by age',
  kind: 'bars',
  heads: ['Waiting for', 'Cases', ...names],
  points: ages.map((label, index) =>
    point(
      label,
      sees.map((type) => work.ages[type]?.[index] ?? 0),
    ),
  ),
  asTable: 'Show as a table',
})}
${chart({
  title: 'Decisions per week',
  kind: 'bars',
  heads: ['Week from', 'Decisions', ...names],
  points: weeks.map(([monday, counts]) =>
    point(
      formatDay(monday),
      sees.map((type) => counts[type] ?? 0),
    ),
  ),
  asTable: 'Show as a table',
})}
<p class="fine">Counted ${instant(work.at, context)}. Weeks start on Monday (UTC). Withdrawn cases are not included.</p>`;
}

/** A row for each case. `isChosen`: with a checkbox. */
function caseList(
  context: PageContext,
  cases: readonly ListedCase[],
  now: Date,
  { time, isChosen = false }: { time: 'Time' | SortableHead; isChosen?: boolean },
): Html {
  return dataTable(
    ['Case', 'Type', time, 'Status', 'Assigned to'],
    cases.map((each, index) => [
      html`${isChosen && html`<input type="checkbox"${index === 0 && html` id="case"`} name="case" value="${each.id}" aria-label="Select ${each.name}"> `}<a href="${href(context, `/portal/reviews/${each.id}`)}">${each.name}</a>`,
      subjectTexts.en[each.subject.type],
      ageOf(context, each, now),
      statusOf(context, each),
      each.status === 'pending' ? each.work && claimLine(context, each.work) : null,
    ]),
  );
}

/** How long a case has waited, as text and as a bar of a week. For a decided case, the time of the decision. */
function ageOf(
  context: PageContext,
  { status, createdAt, decidedAt }: ListedCase,
  now: Date,
): Content {
  if (status !== 'pending') return decidedAt === null ? null : instant(decidedAt, context);
  const days = (now.getTime() - Date.parse(createdAt)) / 86_400_000;
  const kind = days >= 7 ? ' late' : days >= 3 ? ' old' : '';
  const share = Math.min(100, Math.max(2, Math.round((days / 7) * 100)));
  return html`${formatAge(createdAt, now)} <span class="fine">since ${instant(createdAt, context)}</span><svg class="age${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect width="${share}" height="6"/></svg>`;
}

function statusOf(context: PageContext, each: ListedCase): Content {
  const { status, decidedBy, requestedAt, answeredAt, returnedReason } = each;
  const by = decidedBy !== null && html` <span class="fine">${byWhom(decidedBy)}</span>`;
  switch (status) {
    case 'approved':
      return [tag('Approved', 'good'), by];
    case 'rejected':
      return [tag('Rejected', 'bad'), by];
    case 'pending': {
      const lines = [
        each.approvedBy !== null &&
          tag(
            `1 of 2 approved ${each.approvedByReader ? 'by you' : byWhom(each.approvedBy)}`,
            'warn',
          ),
        requestedAt !== null &&
          (answeredAt === null
            ? [
                tag('Question sent', 'warn'),
                html` <span class="fine">${instant(requestedAt, context)}, not answered yet</span>`,
              ]
            : [
                tag('Answered', 'good'),
                html` <span class="fine">${instant(answeredAt, context)}</span>`,
              ]),
        returnedReason !== null && [tag('Returned', 'bad'), ` ${returnedReason}`],
      ].filter((line) => line !== false);
      return lines.length === 0 ? tag('To decide') : lines.map((line) => html`<div>${line}</div>`);
    }
  }
}

function searchForm(context: PageContext, sought: string): Html {
  return queryForm(href(context, '/portal/reviews'), 'Find a case', [
    textField({
      name: 'q',
      label: 'Find a case',
      hint: 'Start of a word in the name, a permit number or an ID',
      value: sought,
      required: false,
      maxlength: 200,
      shortcut: '/',
    }),
    buttons(button({ label: 'Find', kind: 'secondary' })),
  ]);
}

function filterForm(context: PageContext, chosen: SelectedQueue): Html {
  const { tab, type = '', assignee = '', waiting, answered = false } = chosen;
  const { sort, order } = queryOf(chosen);
  const everything = ['', 'All'] as const;
  return queryForm(href(context, '/portal/reviews'), 'Filter cases', [
    hiddenFields({ tab, ...(sort && order && { sort, order }) }),
    select({
      name: 'type',
      label: 'Type',
      options: [everything, ...products.map((each) => [each, subjectTexts.en[each]] as const)],
      value: type,
    }),
    tab !== 'decided' && [
      select({
        name: 'assignee',
        label: 'Assigned to',
        options: [
          ['', 'Anyone or no one'],
          ['mine', 'Me'],
          ['free', 'No one'],
          ...(tab === 'waiting' ? [['second', 'Second approval'] as const] : []),
        ],
        value: assignee,
      }),
      select({
        name: 'waiting',
        label: 'Waiting for',
        options: [
          ['', 'Any time'],
          ...waitingDays.map(
            (days) =>
              [`${days}`, days === 1 ? '1 day or longer' : `${days} days or longer`] as const,
          ),
        ],
        value: waiting === undefined ? '' : `${waiting}`,
      }),
    ],
    tab === 'waiting' &&
      checkbox({
        name: 'answered',
        label: 'Only with an answer',
        checked: answered,
      }),
    buttons(button({ label: 'Show', kind: 'secondary' })),
  ]);
}

function listAddress(context: PageContext, chosen: SelectedQueue, after?: string): string {
  return addressOf(context, { ...queryOf(chosen), after });
}

function addressOf(
  context: PageContext,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const query = listQuery(values);
  return href(context, query === '' ? '/portal/reviews' : `/portal/reviews?${query}`);
}

/** The viewer's saved views, with the chosen one marked. */
export function viewLinks(
  context: PageContext,
  views: readonly SavedView[],
  chosen: SavedView['query'],
): Content {
  if (views.length === 0) return null;
  return html`<nav class="tabs" aria-label="Saved views">${views.map(({ name, query }) => {
    return html`<a href="${addressOf(context, query)}"${isSameValue(query, chosen) && html` aria-current="page"`}>${name}</a>`;
  })}</nav>`;
}

/** The forms that save the chosen filters under a name, and that delete views. */
export function viewForms(
  { csrfToken }: Pick<Viewer, 'csrfToken'>,
  {
    views,
    action,
    errors,
    typed,
  }: {
    readonly views: readonly SavedView[];
    /** The address of the list with the chosen filters. */
    readonly action: string;
    readonly errors: FieldErrors;
    readonly typed: string;
  },
): Html {
  return html`<details${errors['name'] !== undefined && html` open`}><summary>Save or delete views</summary>
${form({ csrfToken, action }, [
  textField({
    name: 'name',
    label: 'Name of the view',
    hint: `Saves the filters and the order shown now, for you only. At most ${viewLimits.name} characters. You can have ${viewLimits.views} views.`,
    value: typed,
    error: errors['name'],
    maxlength: viewLimits.name,
    autocomplete: 'off',
  }),
  buttons(button({ label: 'Save view', name: 'act', value: 'save', kind: 'secondary' })),
])}
${views.map(({ name }) =>
  form({ csrfToken, action }, [
    hiddenFields({ name }),
    html`<button class="link" type="submit" name="act" value="delete">Delete view: ${name}</button>`,
  ]),
)}</details>`;
}

/** The query of the chosen filter. */
export function queryOf({
  tab,
  type,
  assignee,
  waiting,
  answered,
  order,
}: SelectedQueue): Readonly<Record<string, string>> {
  return {
    ...(tab !== 'waiting' && { tab }),
    ...(type && { type }),
    ...(assignee && { assignee }),
    ...(waiting !== undefined && { waiting: `${waiting}` }),
    ...(answered && { answered: 'yes' }),
    ...(order && { sort: tab === 'decided' ? 'decided' : 'age', order }),
  };
}

/** The result for the case that the viewer has just handled; null if nothing happened. */
export function decidedNotice(handled: HandledCase): Html | null {
  const { name, status, firstApproval, informationRequest, returnedReason } = handled;
  switch (status) {
    case 'approved':
      return notice(
        'success',
        `Approved: ${name}`,
        html`<p>The approval takes effect within seconds. If it can’t, the case appears here again with the reason.</p>`,
      );
    case 'rejected':
      return notice(
        'success',
        `Rejected: ${name}`,
        html`<p>We email the reason to the applicant.</p>`,
      );
    case 'pending':
      if (returnedReason !== null) {
        return notice(
          'warning',
          `The approval could not take effect: ${name}`,
          html`<p>${returnedReason}. The case is in the queue again.</p>`,
        );
      }
      if (firstApproval !== undefined) {
        return notice(
          'success',
          `First approval given: ${name}`,
          html`<p>The case is no longer in your queue. A senior reviewer sees it as “1 of 2 approved” and must give the second approval.</p>`,
        );
      }
      if (informationRequest === undefined || informationRequest.answeredAt !== null) return null;
      return notice(
        'success',
        `Question sent: ${name}`,
        html`<p>The case is listed under <em>Waiting for an answer</em>. When the applicant answers, it returns to <em>Waiting</em>.</p>`,
      );
  }
}

/** A duration in its largest unit. */
function formatSeconds(seconds: number): string {
  return formatAge(new Date(0).toISOString(), new Date(seconds * 1000));
}

/** The time since an instant, in its largest unit. */
export function formatAge(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes === 0) return 'less than a minute';
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
