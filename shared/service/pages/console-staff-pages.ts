import { personName } from '../../kernel/domain/person-name.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
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
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { formatUtcDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, definitionList, notice, tag } from '../../kernel/pages/text.ts';
import { subjectTexts } from '../../kernel/texts/index.ts';
import { type StaffMember, type StaffRole, staffRoles } from '../../staff/domain/staff-rights.ts';
import { later } from './console-payments-pages.ts';

const section = '/portal/console/staff';

const roleTexts: Readonly<Record<StaffRole, string>> = {
  reviewer: 'Reviewer',
  senior_reviewer: 'Senior reviewer',
  auditor: 'Auditor',
  support: 'Support',
  operator: 'Registry operator',
};

/** The roles that the console can give. */
const givenRoles = staffRoles.filter((role) => role !== 'operator');

interface PersonView {
  readonly id: string;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly email: string;
}

export interface MemberView {
  readonly member: StaffMember;
  /** Null if erased. */
  readonly person: PersonView | null;
}

function nameOf({ member, person }: MemberView): string {
  return person === null ? member.personId : (personName(person) ?? person.email);
}

function formatRoles(roles: readonly StaffRole[]): string {
  return roles.map((role) => roleTexts[role]).join(', ');
}

function formatTypes(types: readonly Product[] | null): Content {
  if (types === null) return 'All';
  return types.map((each, index) => [index > 0 && html`<br>`, subjectTexts.en[each]]);
}

/** The staff, by role. */
export function consoleStaffPage(
  context: PageContext,
  viewer: Viewer,
  {
    role = '',
    status,
    members,
    nextCursor,
  }: {
    readonly role?: StaffRole | '' | undefined;
    readonly status: StaffMember['status'];
    readonly members: readonly MemberView[];
    readonly nextCursor: string | null;
  },
): Html {
  return portalLayout(inEnglish(context), viewer, { title: 'Staff', section, isWide: true }, [
    html`<p>${linkButton('Add a person', href(context, `${section}/new`))}</p>`,
    queryForm(href(context, section), 'Filter staff', [
      select({
        name: 'role',
        label: 'Role',
        options: [['', 'All'], ...staffRoles.map((each) => [each, roleTexts[each]] as const)],
        value: role,
      }),
      select({
        name: 'status',
        label: 'Status',
        options: [
          ['active', 'On the staff'],
          ['removed', 'Removed'],
        ],
        value: status,
      }),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    members.length === 0
      ? html`<p class="lead">No staff members match these filters.</p>`
      : dataTable(
          ['Name', 'Email', 'Roles', 'Types of cases', 'Changed'],
          members.map((each) => {
            const { member, person } = each;
            return [
              html`<a href="${href(context, `${section}/${member.personId}`)}">${nameOf(each)}</a>`,
              person === null ? null : person.email,
              formatRoles(member.roles),
              decides(member) ? formatTypes(member.subjectTypes) : null,
              formatUtcDay(member.changedAt),
            ] as const;
          }),
        ),
    later(context, section, { role, status }, nextCursor, 'More staff'),
    html`<p class="fine">Reviewers who are named only in the setting <span class="exact">reviewers</span> are not listed.</p>`,
  ]);
}

/** Whether any of the roles depends on types of cases. */
function decides({ roles }: Pick<StaffMember, 'roles'>): boolean {
  return roles.some((role) => role === 'reviewer' || role === 'senior_reviewer');
}

export interface StaffForm {
  readonly person?: string;
  readonly roles: readonly string[];
  readonly types: readonly string[];
  readonly errors: FieldErrors;
}

export function newConsoleStaffPage(context: PageContext, viewer: Viewer, view: StaffForm): Html {
  const { person = '', errors } = view;
  const head = { ...formHead('Add a person', errors), kicker: 'Staff', section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    form({ csrfToken: viewer.csrfToken }, [
      textField({
        name: 'person',
        label: 'Person',
        hint: 'A full email address or a permit number of someone with an account. On the next page you see who it is.',
        value: person,
        error: errors['person'],
        maxlength: 200,
        autocomplete: 'off',
      }),
      roleFields(view),
      buttons(button({ label: 'Continue', name: 'act', value: 'staff' })),
    ]),
    operatorNote,
    html`<p class="after"><a href="${href(context, section)}">All staff</a></p>`,
  ]);
}

const operatorNote = html`<p class="fine">Only <span class="exact">npm run admin -- staff</span> gives and changes the role operator.</p>`;

function roleFields({ roles, types, errors }: StaffForm): Content {
  return [
    fieldset('Roles', [
      html`<p class="hint">An auditor has no other role.</p>`,
      checkboxes({
        name: 'role',
        chosen: roles,
        error: errors['role'],
        options: givenRoles.map((value) => ({ value, label: roleTexts[value] })),
      }),
    ]),
    fieldset('Types of cases that a reviewer decides', [
      html`<p class="hint">If you choose none, they can decide all types.</p>`,
      checkboxes({
        name: 'type',
        chosen: types,
        error: errors['type'],
        options: products.map((value) => ({ value, label: subjectTexts.en[value] })),
      }),
    ]),
  ];
}

/** Asks for confirmation before a person gets roles. */
export function consoleStaffQuestionPage(
  context: PageContext,
  viewer: Viewer,
  {
    person,
    roles,
    types,
  }: {
    readonly person: PersonView;
    readonly roles: readonly StaffRole[];
    readonly types: readonly Product[];
  },
): Html {
  const head = { title: 'Give these roles?', kicker: 'Staff', section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    definitionList([
      ['Name', personName(person) ?? 'Not known'],
      ['Email', person.email],
      ['Roles', formatRoles(roles)],
      decides({ roles })
        ? ['Types of cases', formatTypes(types.length === 0 ? null : types)]
        : null,
    ]),
    html`<p>The person has the roles immediately.</p>`,
    confirmation(viewer, {
      label: 'Yes, give the roles',
      danger: false,
      carried: {
        act: 'staff',
        personId: person.id,
        person: person.email,
        role: roles,
        type: types,
      },
    }),
  ]);
}

export interface StaffMemberView extends MemberView {
  readonly member: StaffMember & { readonly version: number };
  readonly self: boolean;
  readonly form: StaffForm;
  readonly done?: 'staff' | 'roles' | 'leave' | undefined;
}

const doneTexts = {
  staff: 'Added to the staff',
  roles: 'Roles saved',
  leave: 'Removed from the staff',
} as const;

/** A staff member, with the changes that the viewer may make. */
export function consoleStaffMemberPage(
  context: PageContext,
  viewer: Viewer,
  view: StaffMemberView,
): Html {
  const { member, person, self, done, form: shown } = view;
  const { csrfToken } = viewer;
  const head = { ...formHead(nameOf(view), shown.errors), kicker: 'Staff', section } as const;
  const isActive = member.status === 'active';
  const isOperator = member.roles.includes('operator');
  return portalLayout(inEnglish(context), viewer, head, [
    done !== undefined && notice('success', doneTexts[done]),
    self &&
      notice(
        'warning',
        'These are your own roles',
        html`<p>Another operator must change them.</p>`,
      ),
    definitionList([
      ['Status', isActive ? tag('On the staff', 'good') : tag('Removed')],
      person === null ? null : ['Email', person.email],
      ['Roles', formatRoles(member.roles)],
      decides(member) ? ['Types of cases', formatTypes(member.subjectTypes)] : null,
      ['Added', formatUtcDay(member.addedAt)],
      ['Changed', formatUtcDay(member.changedAt)],
    ]),
    isActive &&
      !self &&
      !isOperator && [
        html`<h2>Roles</h2>`,
        form({ csrfToken }, [
          html`<input type="hidden" name="version" value="${String(member.version)}">`,
          roleFields(shown),
          buttons(button({ label: 'Save roles', name: 'act', value: 'roles' })),
        ]),
        html`<h2>Passkey code</h2>`,
        form({ csrfToken }, [
          html`<p>With this code, the person adds a passkey for decisions.</p>`,
          buttons(
            button({ label: 'Create a code', name: 'act', value: 'code', kind: 'secondary' }),
          ),
        ]),
      ],
    isActive && isOperator && operatorNote,
    isActive &&
      !self && [
        html`<h2>Removal</h2>`,
        form(
          { csrfToken },
          buttons(
            button({ label: 'Remove from the staff', name: 'act', value: 'leave', kind: 'danger' }),
          ),
        ),
      ],
    !isActive &&
      html`<p>To bring them back, <a href="${href(context, `${section}/new`)}">add them again</a>.</p>`,
    html`<p class="after"><a href="${href(context, section)}">All staff</a></p>`,
  ]);
}

/** Asks for confirmation before a person loses their roles or gets a code. */
export function consoleStaffActQuestionPage(
  context: PageContext,
  viewer: Viewer,
  view: MemberView,
  { act, formId }: { readonly act: 'leave' | 'code'; readonly formId: string },
): Html {
  const isCode = act === 'code';
  const title = isCode ? 'Create a passkey code?' : 'Remove this person from the staff?';
  const head = { title, kicker: nameOf(view), section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    definitionList([
      ['Name', nameOf(view)],
      view.person === null ? null : ['Email', view.person.email],
    ]),
    html`<p>${
      isCode
        ? 'Give the code to them in person or by phone, never by email. It works once, within a day, and replaces any earlier code. We notify them by email that a code exists.'
        : 'They lose all roles immediately, and their first approvals become void.'
    }</p>`,
    confirmation(viewer, {
      label: isCode ? 'Yes, create a code' : 'Yes, remove',
      danger: !isCode,
      carried: isCode ? { act, formId } : { act },
    }),
  ]);
}
