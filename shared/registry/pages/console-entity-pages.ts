import {
  type CompanyName,
  entityType,
  fullName,
  type TaxState,
  taxStates,
} from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import {
  button,
  buttons,
  confirmation,
  type FieldErrors,
  form,
  formHead,
  queryForm,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { formatUtcDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, definitionList, exact, notice, tag } from '../../kernel/pages/text.ts';
import { type EntityStatus, entityStatus, type StandingFacts } from '../domain/good-standing.ts';

const section = '/portal/console/entities';

interface EntityView extends CompanyName, StandingFacts {
  readonly id: string;
  readonly residentPermitNumber: string;
  readonly formationDate: string | null;
  readonly registrationDate: string | null;
}

/** A current or future representative. */
interface PersonView {
  readonly id: string;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly email: string;
  readonly residentPermitNumber: string | null;
}

/** Search results of legal entities, for operators. */
export function consoleEntitiesPage(
  context: PageContext,
  viewer: Viewer,
  {
    sought,
    entities,
    isCut,
    now,
  }: {
    readonly sought: string;
    readonly entities: readonly EntityView[];
    readonly isCut: boolean;
    readonly now: string;
  },
): Html {
  return portalLayout(
    inEnglish(context),
    viewer,
    { title: 'Find an entity', section, isWide: true },
    [
      queryForm(href(context, section), 'Find an entity', [
        textField({
          name: 'q',
          label: 'Name or permit number',
          hint: 'The first letters of a word are enough',
          value: sought,
          required: false,
          maxlength: 200,
          autocomplete: 'off',
        }),
        buttons(button({ label: 'Find', kind: 'secondary' })),
      ]),
      entities.length === 0
        ? sought !== '' && html`<p class="lead">No legal entities found.</p>`
        : [
            sought === '' && html`<p>The newest entities:</p>`,
            dataTable(
              ['Name', 'Permit number', 'Status', 'Taxes'],
              entities.map(
                (entity) =>
                  [
                    html`<a href="${href(context, `${section}/${entity.id}`)}">${fullName(entity)}</a>`,
                    exact(entity.residentPermitNumber),
                    statusTag(entityStatus(entity, now)),
                    taxTag(entity.taxState),
                  ] as const,
              ),
            ),
          ],
      isCut &&
        sought !== '' &&
        html`<p class="fine">There are more. Type more to narrow the search.</p>`,
    ],
  );
}

/** The possible actions on an entity, and the result of the last one. */
type EntityAct = 'tax' | 'dissolve' | 'add' | 'remove';

export interface ConsoleEntity {
  readonly entity: EntityView;
  readonly representatives: readonly {
    readonly personId: string;
    readonly since: string;
    /** Null if erased. */
    readonly person: PersonView | null;
  }[];
  /** The viewer represents the entity and may not change it. */
  readonly own: boolean;
  readonly now: string;
  readonly done?: EntityAct | undefined;
  /** The entered values, by field. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly errors?: FieldErrors;
}

/** The page on which operators change a legal entity: its tax status, its representatives, and its dissolution. */
export function consoleEntityPage(context: PageContext, viewer: Viewer, view: ConsoleEntity): Html {
  const { entity, own, done, errors = {} } = view;
  const isAnnulled = entity.annulment !== undefined;
  const head = {
    ...formHead(fullName(entity), errors),
    kicker: 'Legal entity',
    section,
  } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    done !== undefined && notice('success', doneTexts[done]),
    own &&
      notice(
        'warning',
        'You represent this legal entity',
        html`<p>Another operator must change it.</p>`,
      ),
    facts(context, view),
    !own && !isAnnulled && taxPart(viewer, view),
    representativesPart(viewer, view, !own && !isAnnulled),
    !own && entity.dissolutionDate === null && !isAnnulled && dissolutionPart(viewer, view),
    html`<p class="after"><a href="${href(context, section)}">Find another entity</a></p>`,
  ]);
}

const doneTexts: Readonly<Record<EntityAct, string>> = {
  tax: 'Tax status saved',
  dissolve: 'Legal entity dissolved',
  add: 'Representative added',
  remove: 'Representative removed',
};

function facts(context: PageContext, { entity, now }: ConsoleEntity): Html {
  const { optionId, registrationDate, formationDate, dissolutionDate, residency } = entity;
  const day = (iso: string | null) => iso && formatUtcDay(iso);
  const end = residency.terminationDate;
  return definitionList([
    ['Permit number', exact(entity.residentPermitNumber)],
    ['Type', entityTypeLabel(entityType(optionId), inEnglish(context))],
    ['Status', statusTag(entityStatus(entity, now))],
    ['Taxes', taxTag(entity.taxState)],
    formationDate === null ? null : ['Formed', day(formationDate)],
    registrationDate === null ? null : ['Registered', day(registrationDate)],
    [
      'Permit active',
      `from ${day(residency.effectiveDate)}${end === null ? '' : ` until ${day(end)}`}`,
    ],
    dissolutionDate === null ? null : ['Dissolved', day(dissolutionDate)],
  ]);
}

function taxPart({ csrfToken }: Viewer, { entity, typed = {}, errors = {} }: ConsoleEntity): Html {
  return html`<h2>Tax status</h2>
${form({ csrfToken }, [
  select({
    name: 'taxState',
    label: 'Taxes',
    options: taxStates.map((state) => [state, taxTexts[state]] as const),
    value: typed['taxState'] || entity.taxState,
    error: errors['taxState'],
  }),
  buttons(button({ label: 'Save tax status', name: 'act', value: 'tax' })),
])}`;
}

function representativesPart(
  { csrfToken }: Viewer,
  { representatives, typed = {}, errors = {} }: ConsoleEntity,
  canAct: boolean,
): Content {
  const remove = (personId: string, name: string) =>
    form({ csrfToken }, [
      html`<input type="hidden" name="personId" value="${personId}">`,
      html`<button class="button secondary" type="submit" name="act" value="remove">Remove<span class="unseen"> ${name}</span></button>`,
    ]);
  return [
    html`<h2>Representatives</h2>`,
    representatives.length === 0
      ? html`<p>No one represents this legal entity.</p>`
      : dataTable(
          ['Name', 'Permit number', 'Since', ...(canAct ? ['Remove'] : [])],
          representatives.map(({ personId, since, person }) => {
            const name = person === null ? personId : nameOf(person);
            const number = person?.residentPermitNumber;
            return [
              name,
              number ? exact(number) : null,
              formatUtcDay(since),
              ...(canAct ? [remove(personId, name)] : []),
            ] as const;
          }),
        ),
    canAct &&
      form({ csrfToken }, [
        textField({
          name: 'person',
          label: 'Add a representative',
          hint: 'A full email address or a permit number. On the next page you see who it is.',
          value: typed['person'] ?? '',
          error: errors['person'],
          maxlength: 200,
          autocomplete: 'off',
        }),
        buttons(button({ label: 'Continue', name: 'act', value: 'add', kind: 'secondary' })),
      ]),
  ];
}

function dissolutionPart(
  { csrfToken }: Viewer,
  { now, typed = {}, errors = {} }: ConsoleEntity,
): Html {
  return html`<h2>Dissolution</h2>
${form({ csrfToken }, [
  textField({
    name: 'dissolutionDate',
    label: 'Day of the dissolution (UTC)',
    type: 'date',
    value: typed['dissolutionDate'] || now.slice(0, 10),
    error: errors['dissolutionDate'],
  }),
  buttons(button({ label: 'Dissolve', name: 'act', value: 'dissolve', kind: 'danger' })),
])}`;
}

/** The action to confirm, with its person or date. */
export type EntityQuestion =
  | { readonly act: 'dissolve'; readonly dissolutionDate: string }
  | { readonly act: 'add' | 'remove'; readonly person: PersonView };

/** Asks for confirmation of changes that the entity's representatives will notice. */
export function consoleEntityQuestionPage(
  context: PageContext,
  viewer: Viewer,
  entity: EntityView,
  question: EntityQuestion,
): Html {
  const { title, label, rows, text, carried } = questionOf(question);
  const danger = question.act !== 'add';
  const head = { title, kicker: fullName(entity), section } as const;
  return portalLayout(inEnglish(context), viewer, head, [
    definitionList([['Legal entity', fullName(entity)], ...rows]),
    html`<p>${text}</p>`,
    confirmation(viewer, { label, danger, carried: { act: question.act, ...carried } }),
  ]);
}

function questionOf(question: EntityQuestion) {
  if (question.act === 'dissolve') {
    const { dissolutionDate } = question;
    return {
      title: 'Dissolve this legal entity?',
      label: 'Yes, dissolve',
      rows: [['Day of the dissolution', formatUtcDay(dissolutionDate)]] as const,
      text: 'Its residency ends on that day, and open requests for certificates are cancelled. You can’t undo this here.',
      carried: { dissolutionDate },
    };
  }
  const { act, person } = question;
  const rows = [
    ['Name', nameOf(person)],
    ['Email', person.email],
    ['Permit number', person.residentPermitNumber ?? 'None'],
  ] as const;
  const carried = { personId: person.id };
  return act === 'add'
    ? {
        title: 'Add this representative?',
        label: 'Yes, add',
        rows,
        text: 'They can act for the legal entity immediately. We email everyone who represents it.',
        carried,
      }
    : {
        title: 'Remove this representative?',
        label: 'Yes, remove',
        rows,
        text: 'They can no longer act for the legal entity. We email them, and everyone who represents it.',
        carried,
      };
}

function nameOf(person: PersonView): string {
  return personName(person) ?? person.email;
}

/** The label of a tax status. */
export const taxTexts: Readonly<Record<TaxState, string>> = {
  current: 'Paid',
  overdue: 'Overdue',
  unknown: 'Not known',
};
const taxKinds = { current: 'good', overdue: 'warn', unknown: undefined } as const;

function taxTag(state: TaxState): Html {
  return tag(taxTexts[state], taxKinds[state]);
}

const statuses = {
  active: ['Active', 'good'],
  pending: ['Not active yet', undefined],
  expired: ['Permit ended', 'warn'],
  dissolved: ['Dissolved', undefined],
  annulled: ['Annulled', 'bad'],
} as const satisfies Readonly<Record<EntityStatus, unknown>>;

function statusTag(status: EntityStatus): Html {
  const [word, kind] = statuses[status];
  return tag(word, kind);
}
