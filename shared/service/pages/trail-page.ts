import { activityText, namedActions } from '../../account/pages/activity-page.ts';
import type { SortOrder } from '../../kernel/contracts/pagination.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  hiddenFields,
  listQuery,
  queryForm,
  textField,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, dotted, exact, instant, sortableHead, tag } from '../../kernel/pages/text.ts';
import type { AuditEntry } from '../../platform/domain/audit-entry.ts';
import { trailTexts } from '../texts/index.ts';

const textsFor = byLocale(trailTexts);

/** An act in words, for people who read about others. If it has no words, its name. */
export function actLabel(action: string, context: Localized): string {
  const whole: Readonly<Record<string, string>> = textsFor(context).whole;
  return whole[action] ?? activityText({ action, outcome: 'success' }, context);
}

/** The most frequent searches of auditors, by their words. */
const suggestedActions = [
  ...Object.keys(trailTexts.en.whole),
  ...namedActions.filter((action) => /^(legal_entity|mailbox_case|residency|staff)\./.test(action)),
]
  .map((action) => [action, actLabel(action, {})] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1));

const section = '/portal/reviews/audit';

/** The filter of the trail. Absent or empty: all. `from` and `until` are UTC days, both included. */
interface ChosenTrail {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** The order by time; absent for the usual one, newest first. */
  readonly sort?: 'time' | undefined;
  readonly order?: SortOrder | undefined;
}

export interface TrailView {
  readonly chosen: ChosenTrail;
  readonly entries: readonly AuditEntry[];
  /** The names of the people, legal entities and partners in them. */
  readonly nameOf: (id: string) => string | undefined;
  /** Where the list continues; null at the end. */
  readonly nextCursor: string | null;
}

/** The maximum number of entries in the file. */
export const trailFileLimit = 1000;

/** The audit trail, for auditors. */
export function trailPage(context: PageContext, viewer: Viewer, view: TrailView): Html {
  const { chosen, entries, nextCursor } = view;
  const { sort, order } = chosen;
  // The trail is stored by time only. It never fits a page, so no other column can sort it.
  const time = sortableHead('Time', order ?? 'desc', (next) =>
    trailPath(context, { ...chosen, sort: 'time', order: next }),
  );
  return portalLayout(inEnglish(context), viewer, { title: 'Audit trail', section, isWide: true }, [
    queryForm(href(context, section), 'Filter entries', [
      sort && order && hiddenFields({ sort, order }),
      filter('from', 'From (UTC)', undefined, chosen.from, 'date'),
      filter('until', 'Until (UTC)', undefined, chosen.until, 'date'),
      filter('subject', 'Subject', 'Select it in the list, or enter an ID.', chosen.subject),
      filter('actor', 'Done by', 'Select it in the list, or enter an ID.', chosen.actor),
      textField({
        name: 'action',
        label: 'Action',
        hint: 'Type a word, such as review, and choose an action.',
        value: chosen.action ?? '',
        suggestions: suggestedActions,
        required: false,
        maxlength: 200,
        autocomplete: 'off',
      }),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    entries.length === 0
      ? html`<p class="lead">No entries match these filters.</p>`
      : [
          dataTable(
            [time, 'Action', 'Done by', 'Subject', 'Details'],
            entries.map((entry) => row(context, entry, view)),
          ),
          nextCursor !== null &&
            html`<p class="after"><a href="${trailPath(context, { ...chosen, after: nextCursor })}">${order === 'asc' ? 'Later' : 'Earlier'} entries</a></p>`,
          html`<p class="after"><a href="${trailPath(context, { ...chosen, format: 'csv' })}">Download as CSV</a> (the newest ${trailFileLimit} entries that match)</p>`,
        ],
  ]);
}

function filter(
  name: string,
  label: string,
  hint: string | undefined,
  value = '',
  type?: 'date',
): Html {
  return textField({
    name,
    label,
    ...(hint && { hint }),
    ...(type && { type }),
    value,
    required: false,
    ...(type === undefined && { maxlength: 200 }),
    autocomplete: 'off',
  });
}

function row(context: PageContext, entry: AuditEntry, { nameOf }: TrailView) {
  const { at, action, actor, subject, outcome } = entry;
  const facts = factsOf(entry).filter(([, value]) => value !== '' && value !== 'null');
  const { actors } = textsFor(inEnglish(context));
  /** The name above the ID, which links to its entries in the trail. */
  const named = (chosen: ChosenTrail, kind: string, id: string) => {
    return html`${nameOf(id) ?? kind.replaceAll('_', ' ')}<br><a class="fine" href="${trailPath(context, chosen)}">${exact(id)}</a>`;
  };
  return [
    instant(at, context),
    [
      actLabel(action, inEnglish(context)),
      outcome === 'refused' && [' ', tag('Refused', 'bad')],
      html`<br><a class="fine" href="${trailPath(context, { action })}">${dotted(action)}</a>`,
    ],
    actor.id === null
      ? actors[actor.kind]
      : [
          named({ actor: actor.id }, actors[actor.kind], actor.id),
          actor.personId !== null &&
            actor.personId !== actor.id && [
              html`<br>of `,
              named({ actor: actor.personId }, 'person', actor.personId),
            ],
        ],
    subject === null
      ? null
      : subject.type === 'voucher'
        ? [`${subject.type} `, masked(subject.id)]
        : named({ subject: subject.id }, subject.type, subject.id),
    facts.length === 0
      ? null
      : facts.map(([name, value], index) => {
          const known = value.split(', ').flatMap((id) => nameOf(id) ?? []);
          const names = known.length > 0 && ` (${known.join(', ')})`;
          return [index > 0 && html`<br>`, formatFact(name, value), names];
        }),
  ] as const;
}

/** Details in the order of their names: the table does not keep their order. */
function factsOf({ details }: AuditEntry): readonly (readonly [string, string])[] {
  return Object.entries(details)
    .map(
      ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const,
    )
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** `emailVerified`, `true` becomes "email verified: yes". */
function formatFact(name: string, value: string): string {
  const term = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${term}: ${value === 'true' ? 'yes' : value === 'false' ? 'no' : value}`;
}

/** The id of a voucher is its code, which any reader could spend. */
function masked(code: string): Content {
  return exact(`…${code.slice(-4)}`);
}

function trailPath(
  context: PageContext,
  chosen: ChosenTrail & { readonly after?: string; readonly format?: 'csv' },
): string {
  return href(context, `${section}?${listQuery({ ...chosen })}`);
}

const columns = [
  'at',
  'action',
  'outcome',
  'actorKind',
  'actorId',
  'personId',
  'subjectType',
  'subjectId',
  'requestId',
  'details',
] as const;

/** The entries as a spreadsheet file (RFC 4180), with ids and without names. */
export function trailFile(entries: readonly AuditEntry[]): string {
  const lines = entries.map((entry) => {
    const { at, action, outcome, actor, subject, requestId = '' } = entry;
    const subjectId = subject?.type === 'voucher' ? `…${subject.id.slice(-4)}` : subject?.id;
    const facts = factsOf(entry).map(([name, value]) => `${name}: ${value}`);
    return [
      at,
      action,
      outcome,
      actor.kind,
      actor.id ?? '',
      actor.personId ?? '',
      subject?.type ?? '',
      subjectId ?? '',
      requestId,
      facts.join('; '),
    ];
  });
  return [columns, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A quoted cell. An apostrophe is added if a spreadsheet would treat the text as a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
