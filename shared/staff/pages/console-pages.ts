import type { TaxState } from '../../kernel/domain/legal-entity.ts';
import type { MaintenanceState } from '../../kernel/domain/maintenance.ts';
import {
  button,
  buttons,
  form,
  linkButton,
  queryForm,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { formatUtcDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { type PortalSection, portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { secretPart } from '../../kernel/pages/secret-part.ts';
import {
  dataTable,
  definitionList,
  exact,
  instant,
  money,
  notice,
  tag,
} from '../../kernel/pages/text.ts';
import { taxTexts } from '../../registry/pages/console-entity-pages.ts';
import type { OperatorApproval } from '../contracts/approvals-contract.ts';
import {
  type ApprovalStatus,
  approvalStatuses,
  type OperatorAct,
} from '../domain/operator-approval.ts';

const section = '/portal/console/approvals';

/** A part of the console, with its number of pending items; null: none. */
export interface ConsolePart {
  readonly path: `/portal/console/${string}`;
  readonly name: string;
  readonly text: string;
  readonly waiting: string | null;
}

/** The start page of registry operators. */
export function consolePage(
  context: PageContext,
  viewer: Viewer,
  {
    parts,
    maintenance,
  }: {
    readonly parts: readonly ConsolePart[];
    readonly maintenance: MaintenanceState;
  },
): Html {
  const entities = '/portal/console/entities';
  return portalLayout(
    inEnglish(context),
    viewer,
    { title: 'Console', section: '/portal/console' },
    [
      html`<p class="lead">The register’s daily tasks. Every change needs your passkey and is recorded in the audit trail with your name.</p>`,
      queryForm(href(context, entities), 'Find an entity', [
        textField({
          name: 'q',
          label: 'Find an entity',
          hint: 'A permit number, or the first letters of the name',
          required: false,
          maxlength: 200,
          autocomplete: 'off',
        }),
        buttons(button({ label: 'Find', kind: 'secondary' })),
      ]),
      html`<h2>Tasks</h2>
<dl>${parts.map(
        ({ path, name, text, waiting }) =>
          html`<div><dt><a href="${href(context, path)}">${name}</a></dt><dd>${text}${waiting !== null && [' ', tag(waiting, 'warn')]}</dd></div>`,
      )}</dl>`,
      maintenancePart(context, maintenance),
    ],
  );
}

/** Whether maintenance is on. It can only be switched with the command: see the page's row. */
function maintenancePart(
  context: PageContext,
  { on, since, reason, retryAfterSeconds }: MaintenanceState,
): Content {
  return [
    html`<h2>Maintenance</h2>`,
    definitionList([
      ['Status', on ? tag('On', 'warn') : tag('Off', 'good')],
      since === null ? null : ['Since', instant(since, context)],
      reason === null ? null : ['Reason', reason],
      retryAfterSeconds === null
        ? null
        : ['Callers try again after', `${retryAfterSeconds} seconds`],
    ]),
    on
      ? html`<p class="fine">The registry accepts no changes, not even from the console. To end maintenance: <span class="exact">npm run admin -- maintenance off --reason "restored"</span></p>`
      : html`<p class="fine">During maintenance the registry accepts no changes. To start it: <span class="exact">npm run admin -- maintenance on --reason "restore of the table"</span></p>`,
  ];
}

/** A secret that is displayed once: a key or a code. */
export function consoleSecretPage(
  context: PageContext,
  viewer: Viewer,
  {
    title,
    section: place,
    name,
    secret,
    text,
    back,
  }: {
    readonly title: string;
    readonly section: PortalSection;
    /** The name of the secret. */
    readonly name: string;
    readonly secret: string;
    readonly text: Content;
    readonly back: { readonly label: string; readonly path: `/${string}` };
  },
): Html {
  return portalLayout(inEnglish(context), viewer, { title, kicker: 'Console', section: place }, [
    notice('warning', 'Copy it now', html`<p>We show it only once.</p>`),
    secretPart(name, secret, context),
    html`<p>${text}</p>
<p>${linkButton(back.label, href(context, back.path))}</p>`,
  ]);
}

/** An approval, with the names of the people in the console. */
export interface ApprovalView {
  readonly approval: OperatorApproval;
  /** The operation in words; null if the console does not have it. */
  readonly summary: string | null;
  readonly requestedBy: string;
  readonly decidedBy: string | null;
}

/** Operators' requests with one status. */
export function consoleApprovalsPage(
  context: PageContext,
  viewer: Viewer,
  {
    status,
    approvals,
    nextCursor,
  }: {
    readonly status: ApprovalStatus;
    readonly approvals: readonly ApprovalView[];
    readonly nextCursor: string | null;
  },
): Html {
  const next = new URLSearchParams({ status, after: nextCursor ?? '' });
  return portalLayout(inEnglish(context), viewer, { title: 'Approvals', section, isWide: true }, [
    queryForm(href(context, section), 'Filter approvals', [
      select({
        name: 'status',
        label: 'Status',
        options: approvalStatuses.map((each) => [each, statusTexts[each][0]] as const),
        value: status,
      }),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    approvals.length === 0
      ? html`<p class="lead">${status === 'pending' ? 'No requests are waiting for a second operator.' : 'No requests have this status.'}</p>`
      : dataTable(
          ['Request', 'For', 'Asked by', 'Asked', 'Until'],
          approvals.map(
            ({ approval, summary, requestedBy }) =>
              [
                html`<a href="${href(context, `${section}/${approval.id}`)}">${summary ?? approval.operation}</a>`,
                actTexts[approval.act],
                requestedBy,
                instant(approval.requestedAt, context),
                instant(approval.expiresAt, context),
              ] as const,
          ),
        ),
    nextCursor !== null &&
      html`<p class="after"><a href="${href(context, section)}?${String(next)}">Earlier requests</a></p>`,
  ]);
}

export interface ApprovalPage extends ApprovalView {
  /** The names of what it concerns. */
  readonly about: readonly (readonly [name: string, text: Content])[];
  /** The viewer made the request, and so can't approve it. */
  readonly mine: boolean;
  /** The viewer has just made the request. */
  readonly asked: boolean;
  /** Why the last attempt had no effect. */
  readonly problem?: string | undefined;
}

/** An operator's request, and the viewer's possible actions. */
export function consoleApprovalPage(
  context: PageContext,
  viewer: Viewer,
  view: ApprovalPage,
): Html {
  const { approval, summary, requestedBy, decidedBy, about, asked, problem } = view;
  const { status, act, requestedAt, expiresAt, decidedAt, request } = approval;
  const [word, kind] = statusTexts[status];
  const isPending = status === 'pending';
  const title =
    asked && isPending ? 'Waiting for a second operator' : (summary ?? approval.operation);
  const fields: Readonly<Record<string, unknown>> =
    summary === null ? {} : Object(request?.body ?? {});
  return portalLayout(inEnglish(context), viewer, { title, kicker: 'Approval', section }, [
    problem !== undefined && notice('warning', 'Nothing was changed', html`<p>${problem}</p>`),
    asked &&
      isPending &&
      notice(
        'info',
        'Nothing has changed yet',
        html`<p>Another operator must approve this within 72 hours: on this page, or with <span class="exact">npm run admin -- approvals approve ${approval.id}</span></p>`,
      ),
    definitionList([
      ['Request', summary ?? exact(approval.operation)],
      ['For', actTexts[act]],
      ...about,
      ...Object.entries(fields)
        // The person it concerns already has a row.
        .filter(([name]) => name !== 'personId')
        // The table does not preserve the order of a map.
        .toSorted(([one], [other]) => fieldOrder.indexOf(one) - fieldOrder.indexOf(other))
        .map(
          ([name, value]) => [fieldTexts[name] ?? name, fieldValue(name, value, fields)] as const,
        ),
      ['Status', tag(word, kind)],
      ['Asked by', requestedBy],
      ['Asked', instant(requestedAt, context)],
      isPending ? ['Until', instant(expiresAt, context)] : null,
      decidedBy === null ? null : ['Decided by', decidedBy],
      decidedAt === null ? null : ['Decided', instant(decidedAt, context)],
    ]),
    isPending && decisionPart(viewer, view),
    html`<p class="after"><a href="${href(context, section)}">All approvals</a></p>`,
  ]);
}

function decisionPart({ csrfToken }: Viewer, { approval, summary, mine }: ApprovalPage): Content {
  if (mine) {
    return form({ csrfToken }, [
      html`<p>You asked for this, so another operator must approve it. You can withdraw it.</p>`,
      buttons(button({ label: 'Withdraw', name: 'act', value: 'withdraw', kind: 'secondary' })),
    ]);
  }
  return form({ csrfToken }, [
    summary === null
      ? html`<p>The console can’t approve this. Use <span class="exact">npm run admin -- approvals approve ${approval.id}</span></p>`
      : html`<p>If you approve the request, it is carried out immediately.</p>`,
    buttons(
      summary !== null && button({ label: 'Approve', name: 'act', value: 'approve' }),
      button({ label: 'Refuse', name: 'act', value: 'refuse', kind: 'danger' }),
    ),
  ]);
}

/** A value of a request in words. */
function fieldValue(
  name: string,
  value: unknown,
  fields: Readonly<Record<string, unknown>>,
): Content {
  if (name === 'taxState') return taxTexts[value as TaxState]; // the row's schema has checked it
  if (name === 'value' && typeof value === 'number') {
    const currency = String(fields['currency'] ?? 'USD');
    return fields['kind'] === 'percent' ? `${value}%` : money({ amountCents: value, currency });
  }
  if (typeof value === 'string' && /T00:00:00.000Z$/.test(value)) return formatUtcDay(value);
  if (name === 'kind') return kindTexts[String(value)] ?? exact(String(value));
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    return emptyTexts[name] ?? 'None';
  }
  if (Array.isArray(value)) return exact(value.join(', '));
  return exact(typeof value === 'string' ? value : JSON.stringify(value));
}

const fieldTexts: Readonly<Record<string, string>> = {
  taxState: 'Tax status',
  dissolutionDate: 'Day of the dissolution',
  code: 'Code',
  kind: 'Kind',
  value: 'Value',
  currency: 'Currency',
  products: 'Pays for',
  expiresAt: 'Expires',
  label: 'Label',
  scopes: 'Scopes',
  roles: 'Roles',
  subjectTypes: 'Types of cases',
  version: 'Version',
};

const fieldOrder = Object.keys(fieldTexts);

const kindTexts: Readonly<Record<string, string>> = {
  full: 'Pays any amount',
  amount: 'Pays up to an amount',
  percent: 'Pays a percentage',
};

/** The text for an empty choice. */
const emptyTexts: Readonly<Record<string, string>> = {
  products: 'Everything',
  expiresAt: 'Never',
  subjectTypes: 'All',
};

const actTexts: Readonly<Record<OperatorAct, string>> = {
  vouchers: 'Vouchers',
  representatives: 'Representatives',
  email_addresses: 'Email addresses',
  permit_numbers: 'Permit numbers',
  tax_state: 'Tax status',
  keys: 'Keys',
  identity_verifications: 'Identity verification',
  staff: 'Staff',
};

const statusTexts = {
  pending: ['Waiting', 'warn'],
  carried_out: ['Approved', 'good'],
  refused: ['Refused', 'bad'],
  withdrawn: ['Withdrawn', undefined],
  expired: ['Expired', undefined],
} as const satisfies Readonly<Record<ApprovalStatus, unknown>>;
