import {
  amendmentPath,
  newAmendmentPath,
} from '../../amendments/contracts/portal-amendments-contract.ts';
import { type AmendmentState, amendmentStage } from '../../amendments/domain/amendment.ts';
import { amendmentStatus, amendmentTitle } from '../../amendments/pages/amendment-parts.ts';
import {
  certificatePath,
  newCertificatePath,
} from '../../certificates/contracts/portal-certificates-contract.ts';
import { type CertificateState, certificateStage } from '../../certificates/domain/certificate.ts';
import {
  type RequestableType,
  requestableKinds,
  requestableTypes,
} from '../../certificates/domain/certificate-type.ts';
import {
  certificateStatus,
  certificateTitle,
} from '../../certificates/pages/certificate-status.ts';
import { entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { timeline } from '../../kernel/pages/chart.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import { buttons, linkButton } from '../../kernel/pages/form.ts';
import { formatDay, formatLastDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import {
  definitionList,
  exact,
  notice,
  type Row,
  stageTag,
  tag,
  withAside,
} from '../../kernel/pages/text.ts';
import { entityDocumentPath } from '../../registry/contracts/own-entities-contract.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { entityStanding, type StandingFacts } from '../../registry/domain/good-standing.ts';
import { detailRows } from '../../registry/pages/entity-details.ts';
import { confirmationPath } from '../../residency/contracts/confirmation-contract.ts';
import { invoicesPath } from '../contracts/portal-contract.ts';
import { ownEntityPageTexts } from '../texts/index.ts';
import { standingNotice, standingWord } from './entity-standing-words.ts';

const textsFor = byLocale(ownEntityPageTexts);

/** An entity with everything that its representatives can see. */
export interface OwnEntity {
  readonly entity: AmendableEntity &
    StandingFacts & {
      readonly id: string;
      readonly residentPermitNumber: string;
      readonly formationDate: string | null;
      readonly registrationDate: string | null;
      readonly formerNames?:
        | readonly {
            readonly name: string;
            readonly extension: string | null;
            readonly until: string | null;
          }[]
        | undefined;
      readonly annulment?: { readonly at: string } | undefined;
    };
  readonly representatives: readonly {
    /** Null if the registry knows no name. */
    readonly name: string | null;
    readonly residentPermitNumber: string | null;
    readonly since: string;
  }[];
  readonly filings: FiledForEntity;
  /** When its annual confirmation is or was due; null if none is due now. */
  readonly confirmationDue: { readonly dueOn: string; readonly overdue: boolean } | null;
  /** Documents that may be shown outside the registry, newest first. */
  readonly documents: readonly {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
    /** Null if it is still valid. */
    readonly withdrawnAt: string | null;
  }[];
}

/** A legal entity as its representatives see it: status, representatives, filings and documents. */
export function ownEntityPage(
  context: PageContext,
  viewer: Viewer,
  view: OwnEntity,
  now: string,
): Html {
  const { entity } = view;
  const texts = textsFor(context);
  const title = fullName(entity);
  return portalLayout(
    context,
    viewer,
    { title, kicker: texts.kicker, section: '/portal/legal-entities', isWide: true },
    withAside(
      [
        standingNotice(entityStanding(entity, now), context),
        confirmationNotice(context, view),
        filingLinks(context, view, now),
        html`<h2>${texts.register}</h2>`,
        definitionList(registerRows(context, view)),
        history(context, view, now),
        html`<h2 id="filings">${texts.filings}</h2>`,
        entityLedger(context, view.entity, view.filings),
      ],
      [
        html`<h2 id="documents">${texts.documents}</h2>`,
        documentsOf(context, view),
        html`<h2>${texts.representatives}</h2>`,
        representativesOf(context, view),
        html`<p class="after"><a href="${href(context, invoicesPath(entity.id))}">${texts.invoices}</a></p>`,
      ],
    ),
  );
}

/** What can be filed now. Empty if the entity no longer exists. */
function filingLinks(context: PageContext, { entity }: OwnEntity, now: string): Content {
  const standing = entityStanding(entity, now);
  const eligibilityFor = (type: RequestableType) => requestableKinds[type].eligibility(entity, now);
  if (standing === 'annulled' || standing === 'dissolved') return null;
  return buttons(
    linkButton(textsFor(context).amend, href(context, newAmendmentPath(entity.id)), 'secondary'),
    // An entity type without certificates has no such page.
    requestableTypes
      .filter((type) => eligibilityFor(type).reason !== 'not_eligible_entity_type')
      .map((type) => {
        const path = href(context, newCertificatePath(entity.id, type));
        return linkButton(certificateTitle(type, context), path, 'secondary');
      }),
  );
}

function confirmationNotice(context: PageContext, { entity, confirmationDue }: OwnEntity): Content {
  if (confirmationDue === null) return null;
  const texts = textsFor(context);
  const { dueOn, overdue } = confirmationDue;
  const day = formatLastDay(dueOn, context);
  return notice(overdue ? 'warning' : 'info', texts.confirm, [
    html`<p>${overdue ? texts.overdue(day) : texts.due(day)}</p>`,
    html`<p>${linkButton(texts.toConfirm, href(context, confirmationPath(entity.id)), 'secondary')}</p>`,
  ]);
}

function registerRows(context: PageContext, { entity }: OwnEntity): readonly (Row | null)[] {
  const texts = textsFor(context);
  const day = (at: string) => formatDay(at, context.locale);
  const { effectiveDate, terminationDate } = entity.residency;
  const { formerNames = [] } = entity;
  const on = (term: string, at: string | null): Row | null =>
    at === null ? null : [term, day(at)];
  return [
    [texts.name, html`<strong>${fullName(entity)}</strong>`],
    [texts.type, entityTypeLabel(entityType(entity.optionId), context)],
    [texts.number, exact(entity.residentPermitNumber)],
    on(texts.formed, entity.formationDate),
    on(texts.registered, entity.registrationDate),
    on(texts.dissolved, entity.dissolutionDate),
    [
      texts.residency,
      terminationDate === null
        ? texts.since(day(effectiveDate))
        : texts.until(day(effectiveDate), day(terminationDate)),
    ],
    ...detailRows(entity, context),
    formerNames.length === 0
      ? null
      : [
          texts.formerly,
          formerNames.map(({ name, extension }, index) => [
            index > 0 && html`<br>`,
            [name, extension].filter(Boolean).join(' '),
          ]),
        ],
  ];
}

/** The entity's events from its formation to today, with what is due or ends later. */
function history(context: PageContext, view: OwnEntity, now: string): Html {
  const texts = textsFor(context);
  const { entity, filings, confirmationDue } = view;
  const { formationDate, registrationDate, dissolutionDate, residency, annulment } = entity;
  const amended = filings.amendments
    .filter(({ annulment: annulled }) => annulled === undefined)
    .map(({ approvedAt, proposedChanges }) => ({
      at: approvedAt,
      what: amendmentTitle(proposedChanges, context),
    }));
  const days = new Set(amended.map(({ at }) => at?.slice(0, 10)));
  return timeline(
    {
      title: texts.history,
      heads: [texts.day, texts.event],
      asTable: texts.asTable,
      now: { at: now, what: standingWord(entityStanding(entity, now), context) },
      events: [
        { at: formationDate, what: texts.formation },
        { at: registrationDate, what: texts.registration },
        ...(entity.formerNames ?? [])
          // An approved amendment of that day names the change.
          .filter(({ until }) => until !== null && !days.has(until.slice(0, 10)))
          .map(({ name, extension, until }) => ({
            at: until,
            what: texts.renamed([name, extension].filter(Boolean).join(' ')),
          })),
        ...amended,
        ...filings.certificates.map(({ issuedAt, type }) => ({
          at: issuedAt,
          what: texts.issued(certificateTitle(type, context)),
        })),
        ...filings.confirmations.map(({ confirmedAt, year }) => ({
          at: confirmedAt,
          what: texts.confirmed(year),
        })),
        { at: confirmationDue?.dueOn, what: texts.confirm },
        { at: dissolutionDate, what: texts.dissolution },
        { at: residency.terminationDate, what: texts.residencyEnds },
        { at: annulment?.at, what: texts.annulled },
      ],
    },
    context,
  );
}

function representativesOf(context: PageContext, { representatives }: OwnEntity): Html {
  const texts = textsFor(context);
  if (representatives.length === 0) return html`<p>${texts.noRepresentatives}</p>`;
  return html`<ul>${representatives.map(
    ({ name, residentPermitNumber, since }) =>
      html`<li>${name ?? texts.nameless}${residentPermitNumber !== null && [' ', exact(residentPermitNumber)]}, ${texts.sinceDay(formatDay(since, context.locale))}</li>`,
  )}</ul>`;
}

function documentsOf(context: PageContext, { entity, documents }: OwnEntity): Html {
  const texts = textsFor(context);
  if (documents.length === 0) return html`<p>${texts.noDocuments}</p>`;
  return html`<ul>${documents.map(({ id, name, createdAt, withdrawnAt }) => {
    const link = href(context, entityDocumentPath(entity.id, id));
    const day = texts.of(formatDay(createdAt, context.locale));
    const gone =
      withdrawnAt !== null &&
      html`<br><strong>${texts.withdrawn(formatDay(withdrawnAt, context.locale))}</strong>`;
    return html`<li><a href="${link}">${name}</a> ${day}${gone}</li>`;
  })}</ul>`;
}

/** The filings of an entity. */
interface FiledForEntity {
  readonly amendments: readonly (AmendmentState & {
    readonly id: string;
    readonly invoiceId: string;
    readonly createdAt: string;
    readonly annulment?: object | undefined;
  })[];
  readonly certificates: readonly (CertificateState & {
    readonly type: RequestableType;
    readonly id: string;
    readonly invoiceId: string;
    readonly createdAt: string;
  })[];
  readonly confirmations: readonly { readonly year: number; readonly confirmedAt: string }[];
  /** Ids of invoices with a payment that was started and may arrive. */
  readonly paying: ReadonlySet<string>;
}

interface Registered {
  readonly id: string;
  readonly registrationDate: string | null;
  readonly dissolutionDate: string | null;
  readonly annulment?: { readonly at: string } | undefined;
}

interface Entry {
  readonly at: string;
  readonly what: Content;
  readonly status?: Html;
}

/** The filings for an entity and their outcomes, newest first. */
function entityLedger(context: PageContext, entity: Registered, filed: FiledForEntity): Html {
  const texts = textsFor(context);
  const entries = entriesOf(context, entity, filed);
  if (entries.length === 0) return html`<p>${texts.noFilings}</p>`;
  return html`<dl>${entries.map(
    ({ at, what, status }) =>
      html`<div><dt>${formatDay(at, context.locale)}</dt><dd>${what}${status !== undefined && html`<br>${status}`}</dd></div>`,
  )}</dl>`;
}

function entriesOf(
  context: PageContext,
  entity: Registered,
  filed: FiledForEntity,
): readonly Entry[] {
  const texts = textsFor(context);
  const { amendments, certificates, confirmations, paying } = filed;
  const { registrationDate, dissolutionDate, annulment } = entity;
  const once = (at: string | null | undefined, what: string): readonly Entry[] =>
    at === null || at === undefined ? [] : [{ at, what }];
  const all: readonly Entry[] = [
    ...once(annulment?.at, texts.annulled),
    ...once(dissolutionDate, texts.dissolution),
    ...amendments.map((filing) => ({
      at: filing.submittedAt ?? filing.createdAt,
      what: html`<a href="${href(context, amendmentPath(entity.id, filing.id))}">${amendmentTitle(filing.proposedChanges, context)}</a>`,
      status: paying.has(filing.invoiceId)
        ? tag(texts.paying)
        : stageTag(amendmentStatus(filing, context), amendmentStage(filing)),
    })),
    ...certificates.map((request) => ({
      at: request.createdAt,
      what: html`<a href="${href(context, certificatePath(entity.id, request.id))}">${certificateTitle(request.type, context)}</a>`,
      status: paying.has(request.invoiceId)
        ? tag(texts.paying)
        : stageTag(certificateStatus(request, context), certificateStage(request)),
    })),
    ...confirmations.map(({ year, confirmedAt }) => ({
      at: confirmedAt,
      what: texts.confirmed(year),
    })),
    ...once(registrationDate, texts.registration),
  ];
  return all.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}
