import { displayName, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { timeline } from '../../kernel/pages/chart.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import {
  addressLines,
  definitionList,
  exact,
  type Row,
  tag,
  withAside,
} from '../../kernel/pages/text.ts';
import type { PublishedEntity } from '../contracts/public-register.ts';
import type { EntityStatus } from '../domain/good-standing.ts';
import { registeredEntityPageTexts } from '../texts/index.ts';

const textsFor = byLocale(registeredEntityPageTexts);

/** The published data of a legal entity. */
export function registeredEntityPage(
  context: PageContext,
  view: { readonly nameStartsWithExtension: boolean; readonly published: PublishedEntity },
): Html {
  const { nameStartsWithExtension, published } = view;
  const texts = textsFor(context);
  const name = fullName({ ...published, nameStartsWithExtension });
  return layout(
    context,
    { title: name, kicker: texts.kicker, isWide: true },
    withAside(
      [
        definitionList(rowsOf(context, published)),
        history(context, published),
        html`<p class="fine">${texts.note}</p>
<p><a href="${href(context, '/register')}">${texts.again}</a></p>`,
      ],
      html`<h2>${texts.proof}</h2>
<p>${texts.proofText}</p>
<ul class="plain">
<li><a href="${href(context, '/')}">${texts.check}</a></li>
<li><a href="${href(context, '/portal/legal-entities')}">${texts.order}</a></li>
</ul>`,
    ),
  );
}

function rowsOf(context: PageContext, entity: PublishedEntity): readonly (Row | null)[] {
  const texts = textsFor(context);
  const { type, status, dissolutionDate, formerNames, principalOfficeAddress } = entity;
  const day = (iso: string | null): Content =>
    iso === null ? texts.unknown : formatDay(iso, context.locale);
  const row = (term: string, of: string | null | undefined): Row | null =>
    of === undefined ? null : [term, day(of)];
  return [
    [texts.number, exact(entity.residentPermitNumber)],
    type === undefined ? null : [texts.type, entityTypeLabel(type, context)],
    status === undefined
      ? null
      : [texts.status, tag(texts.statuses[status] ?? status, colours[status])],
    row(texts.formed, entity.formationDate),
    row(texts.registered, entity.registrationDate),
    // Most entities are not dissolved, so the row is omitted.
    dissolutionDate === null ? null : row(texts.dissolved, dissolutionDate),
    formerNames === undefined || formerNames.length === 0
      ? null
      : [texts.former, formerNames.map((former) => html`<p>${formerName(context, former)}</p>`)],
    principalOfficeAddress === undefined
      ? null
      : [
          texts.office,
          principalOfficeAddress === null
            ? texts.unknown
            : addressLines(principalOfficeAddress, context),
        ],
  ];
}

const colours: Readonly<Partial<Record<EntityStatus, 'good' | 'warn' | 'bad'>>> = {
  active: 'good',
  pending: 'warn',
  expired: 'warn',
  dissolved: 'bad',
  annulled: 'bad',
};

/** The published events, from the formation on. */
function history(context: PageContext, entity: PublishedEntity): Html {
  const texts = textsFor(context);
  return timeline(
    {
      title: texts.history,
      heads: [texts.day, texts.event],
      asTable: texts.asTable,
      events: [
        { at: entity.formationDate, what: texts.formation },
        { at: entity.registrationDate, what: texts.registration },
        ...(entity.formerNames ?? []).map(({ name, extension, until }) => ({
          at: until,
          what: texts.renamed(displayName(`${name} ${extension ?? ''}`)),
        })),
        { at: entity.dissolutionDate, what: texts.dissolution },
      ],
    },
    context,
  );
}

function formerName(
  context: PageContext,
  { name, extension, until }: NonNullable<PublishedEntity['formerNames']>[number],
): string {
  const whole = displayName(`${name} ${extension ?? ''}`);
  return until === null ? whole : textsFor(context).until(whole, formatDay(until, context.locale));
}

/** The page for a number that no legal entity has, even if a person has it. */
export function notRegisteredPage(context: PageContext): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.nobody, kicker: texts.kicker }, [
    html`<p class="lead">${texts.nobodyText}</p>
<p><a href="${href(context, '/register')}">${texts.again}</a></p>`,
  ]);
}
