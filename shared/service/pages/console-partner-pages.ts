import type {
  Integration,
  PartnerKey,
} from '../../access/contracts/admin-integrations-contract.ts';
import { partnerScopes } from '../../kernel/domain/scopes.ts';
import { chart } from '../../kernel/pages/chart.ts';
import {
  button,
  buttons,
  checkboxes,
  confirmation,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  linkButton,
  queryForm,
  textArea,
  textField,
} from '../../kernel/pages/form.ts';
import { formatDay, formatUtcDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, definitionList, exact, notice, tag } from '../../kernel/pages/text.ts';
import { later, type OnceForm, onceField } from './console-payments-pages.ts';

const section = '/portal/console/partners';

interface ShownPartner extends Integration {
  readonly activeKeys: number;
}

interface KeyView extends PartnerKey {
  readonly lastFour: string;
}

/** The partners, by the days of their registration. */
export function consolePartnersPage(
  context: PageContext,
  viewer: Viewer,
  {
    from = '',
    until = '',
    partners,
    nextCursor,
  }: {
    readonly from?: string | undefined;
    readonly until?: string | undefined;
    readonly partners: readonly ShownPartner[];
    readonly nextCursor: string | null;
  },
): Html {
  const day = (name: string, label: string, value: string) =>
    textField({ name, label, type: 'date', value, required: false });
  return portalLayout(inEnglish(context), viewer, { title: 'Partners', section, isWide: true }, [
    html`<p>${linkButton('Register a partner', href(context, `${section}/new`))}</p>`,
    queryForm(href(context, section), 'Filter partners', [
      day('from', 'Registered from (UTC)', from),
      day('until', 'Until (UTC)', until),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    partners.length === 0
      ? html`<p class="lead">${from + until === '' ? 'There are no partners.' : 'No partners match these filters.'}</p>`
      : dataTable(
          ['Partner', 'Status', 'Active keys', 'Objections', 'Registered'],
          partners.map(
            ({ id, name, active, activeKeys, objections, createdAt }) =>
              [
                html`<a href="${href(context, `${section}/${id}`)}">${name}</a>`,
                statusTag(active),
                String(activeKeys),
                String(objections),
                formatUtcDay(createdAt),
              ] as const,
          ),
        ),
    later(context, section, { from, until }, nextCursor, 'Earlier partners'),
  ]);
}

function statusTag(active: boolean): Html {
  return active ? tag('Active', 'good') : tag('Suspended', 'bad');
}

export function newConsolePartnerPage(
  context: PageContext,
  viewer: Viewer,
  { formId, typed, errors }: OnceForm,
): Html {
  const { csrfToken } = viewer;
  const head = {
    ...formHead('Register a partner', errors),
    kicker: 'Partners',
    section,
  } as const;
  const field = (name: string) => ({ name, value: typed[name] ?? '', error: errors[name] });
  return portalLayout(inEnglish(context), viewer, head, [
    html`<p class="lead">A partner applies for residency for its customers. You issue its keys on its page.</p>`,
    form({ csrfToken }, [
      onceField(formId),
      textField({ ...field('name'), label: 'Name', maxlength: 200, autocomplete: 'off' }),
      textArea({
        ...field('origins'),
        label: 'Addresses that applicants can return to',
        hint: 'One on each line, such as https://partner.example, without a path. You can leave it empty.',
        rows: 3,
        required: false,
      }),
      textField({
        ...field('claimMails'),
        label: 'Emails to applicants each day',
        hint: 'The daily maximum. Leave it empty for the usual limit',
        inputmode: 'numeric',
        width: 'code',
        required: false,
        autocomplete: 'off',
      }),
      buttons(button({ label: 'Register partner', name: 'act', value: 'partner' })),
    ]),
    html`<p class="after"><a href="${href(context, section)}">All partners</a></p>`,
  ]);
}

export interface PartnerView {
  readonly partner: ShownPartner;
  readonly keys: readonly KeyView[];
  readonly nextCursor: string | null;
  /** Its applications by day (UTC), oldest first. `isCut`: there were more. */
  readonly month: {
    readonly days: readonly { readonly day: string; readonly count: number }[];
    readonly isCut: boolean;
  };
  /** The viewer represents the partner's legal entity, so they can't change it. */
  readonly own: boolean;
  readonly formId: string;
  readonly done?: 'partner' | 'revoke' | 'suspend' | 'resume' | undefined;
  readonly label?: string;
  /** If absent, all. */
  readonly scopes?: readonly string[];
  readonly errors?: FieldErrors;
}

const doneTexts = {
  partner: 'Partner registered',
  revoke: 'Key revoked',
  suspend: 'Partner suspended',
  resume: 'Partner reactivated',
} as const;

/** A partner, its last 30 days, and its keys. */
export function consolePartnerPage(context: PageContext, viewer: Viewer, view: PartnerView): Html {
  const { partner, own, done, errors = {} } = view;
  const head = { ...formHead(partner.name, errors), kicker: 'Partner', section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    done !== undefined && notice('success', doneTexts[done]),
    own &&
      notice(
        'warning',
        'You represent this partner’s legal entity',
        html`<p>Another operator must change it.</p>`,
      ),
    facts(context, partner),
    monthPart(view),
    keysPart(context, viewer, view),
    !own && newKeyPart(viewer, view),
    !own && statePart(viewer, partner),
    html`<p class="after"><a href="${href(context, section)}">All partners</a></p>`,
  ]);
}

function facts(context: PageContext, partner: ShownPartner): Html {
  const { id, active, legalEntityId, redirectOrigins, claimMailsPerDay, objections } = partner;
  const entity = (entityId: string) =>
    html`<a href="${href(context, `/portal/console/entities/${entityId}`)}">${exact(entityId)}</a>`;
  return definitionList([
    ['Status', statusTag(active)],
    ['ID', exact(id)],
    ['Registered', formatUtcDay(partner.createdAt)],
    legalEntityId === null ? null : ['Legal entity', entity(legalEntityId)],
    [
      'Applicants can return to',
      redirectOrigins.length === 0
        ? 'No address'
        : redirectOrigins.map((origin, index) => [index > 0 && html`<br>`, exact(origin)]),
    ],
    [
      'Emails to applicants each day',
      claimMailsPerDay === null ? 'The usual limit' : String(claimMailsPerDay),
    ],
    ['Objections by applicants', String(objections)],
  ]);
}

function monthPart({ month: { days, isCut } }: PartnerView): Content {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return [
    html`<h2>Last 30 days</h2>`,
    total === 0
      ? html`<p>No applications.</p>`
      : [
          html`<p>${isCut && 'More than '}${total.toLocaleString('en')} application${total !== 1 && 's'}.</p>`,
          chart({
            title: 'Applications per day (UTC)',
            kind: 'bars',
            heads: ['Day', 'Applications'],
            points: days.map(({ day, count }) => ({ label: formatDay(day), value: count })),
            asTable: 'Show as a table',
          }),
        ],
  ];
}

function keyName({ label, lastFour }: KeyView): string {
  return `${label ?? 'Key without a label'} (…${lastFour})`;
}

function keysPart(
  context: PageContext,
  { csrfToken }: Viewer,
  { partner, keys, nextCursor, own }: PartnerView,
): Content {
  const revoke = (key: KeyView) =>
    form({ csrfToken }, [
      html`<input type="hidden" name="keyId" value="${key.id}">`,
      html`<button class="button secondary" type="submit" name="act" value="revoke">Revoke<span class="unseen"> ${keyName(key)}</span></button>`,
    ]);
  return [
    html`<h2>Keys</h2>`,
    keys.length === 0
      ? html`<p>This partner has no keys.</p>`
      : dataTable(
          ['Key', 'Scopes', 'Issued', 'Status', ...(own ? [] : ['Revoke'])],
          keys.map(
            (key) =>
              [
                keyName(key),
                key.scopes.length === partnerScopes.length
                  ? 'All'
                  : key.scopes.map((scope, index) => [index > 0 && html`<br>`, exact(scope)]),
                formatUtcDay(key.createdAt),
                key.revokedAt === null
                  ? tag('Active', 'good')
                  : [tag('Revoked'), ' ', formatUtcDay(key.revokedAt)],
                ...(own ? [] : [key.revokedAt === null ? revoke(key) : null]),
              ] as const,
          ),
        ),
    later(context, `${section}/${partner.id}`, {}, nextCursor, 'Earlier keys'),
  ];
}

function newKeyPart({ csrfToken }: Viewer, view: PartnerView): Content {
  const { formId, label = '', scopes = partnerScopes, errors = {} } = view;
  return [
    html`<h2>Issue a key</h2>`,
    html`<p>To replace a key, issue a new one, wait until the partner uses it, then revoke the old one.</p>`,
    form({ csrfToken }, [
      onceField(formId),
      textField({
        name: 'label',
        label: 'Label',
        hint: 'Such as production',
        value: label,
        error: errors['label'],
        required: false,
        maxlength: 100,
        autocomplete: 'off',
      }),
      fieldset(
        'Scopes',
        checkboxes({
          name: 'scope',
          chosen: scopes,
          error: errors['scope'],
          options: partnerScopes.map((value) => ({ value, label: exact(value) })),
        }),
      ),
      buttons(button({ label: 'Issue key', name: 'act', value: 'key' })),
    ]),
  ];
}

function statePart({ csrfToken }: Viewer, { active }: ShownPartner): Content {
  return [
    html`<h2>${active ? 'Suspend' : 'Reactivate'}</h2>`,
    form(
      { csrfToken },
      buttons(
        active
          ? button({ label: 'Suspend partner', name: 'act', value: 'suspend', kind: 'danger' })
          : button({
              label: 'Reactivate partner',
              name: 'act',
              value: 'resume',
              kind: 'secondary',
            }),
      ),
    ),
  ];
}

/** Asks for confirmation before an action that affects the partner. If `key` is null, the partner is suspended. */
export function consolePartnerQuestionPage(
  context: PageContext,
  viewer: Viewer,
  partner: ShownPartner,
  key: KeyView | null,
): Html {
  const title = key === null ? 'Suspend this partner?' : 'Revoke this key?';
  const head = { title, kicker: partner.name, section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    definitionList([['Partner', partner.name], key === null ? null : ['Key', keyName(key)]]),
    html`<p>${
      key === null
        ? 'Its keys are refused immediately. You can reactivate it.'
        : 'Calls with the key are refused immediately. You can’t undo this.'
    }</p>`,
    confirmation(viewer, {
      label: key === null ? 'Yes, suspend' : 'Yes, revoke',
      danger: true,
      carried: key === null ? { act: 'suspend' } : { act: 'revoke', keyId: key.id },
    }),
  ]);
}
