import { newAmendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { newCertificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import {
  type RequestableType,
  requestableKinds,
  requestableTypes,
} from '../../certificates/domain/certificate-type.ts';
import { certificateTitle } from '../../certificates/pages/certificate-status.ts';
import { entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { buttons, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, notice, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { entityDocumentPath } from '../../registry/contracts/own-entities-contract.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { entityStanding, type StandingFacts } from '../../registry/domain/good-standing.ts';
import { detailRows } from '../../registry/pages/entity-details.ts';
import { confirmationPath } from '../../residency/contracts/confirmation-contract.ts';
import { invoicesPath } from '../contracts/portal-contract.ts';
import { ownEntityPageTexts } from '../texts/index.ts';
import { entityLedger, type FiledForEntity } from './entity-ledger.ts';
import { standingNotice } from './entity-standing-words.ts';

const say = words(ownEntityPageTexts);

/** An entity with everything that its representatives can see. */
export interface OwnEntity {
  readonly entity: AmendableEntity &
    StandingFacts & {
      readonly id: string;
      readonly residentPermitNumber: string;
      readonly formationDate: string | null;
      readonly registrationDate: string | null;
      readonly formerNames?:
        | readonly { readonly name: string; readonly extension: string | null }[]
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
export function ownEntityPage(site: Site, reader: Reader, shown: OwnEntity, now: string): Html {
  const { entity } = shown;
  const said = say(site);
  const title = fullName(entity);
  return portalLayout(
    site,
    reader,
    { title, kicker: said.kicker, place: '/portal/legal-entities' },
    [
      standingNotice(entityStanding(entity, now), site),
      confirmationNotice(site, shown),
      html`<h2>${said.register}</h2>`,
      definitionList(registerRows(site, shown)),
      html`<h2>${said.representatives}</h2>`,
      representativesOf(site, shown),
      html`<h2 id="filings">${said.filings}</h2>`,
      entityLedger(site, shown.entity, shown.filings),
      filingLinks(site, shown, now),
      html`<p class="after"><a href="${href(site, invoicesPath(entity.id))}">${said.invoices}</a></p>`,
      html`<h2 id="documents">${said.documents}</h2>`,
      documentsOf(site, shown),
    ],
  );
}

/** What can be filed now. Empty if the entity no longer exists. */
function filingLinks(site: Site, { entity }: OwnEntity, now: string): Content {
  const standing = entityStanding(entity, now);
  const eligibilityFor = (type: RequestableType) => requestableKinds[type].eligibility(entity, now);
  if (standing === 'annulled' || standing === 'dissolved') return null;
  return buttons(
    linkButton(say(site).amend, href(site, newAmendmentPath(entity.id)), 'secondary'),
    // An entity type without certificates has no such page.
    requestableTypes
      .filter((type) => eligibilityFor(type).reason !== 'not_eligible_entity_type')
      .map((type) => {
        const path = href(site, newCertificatePath(entity.id, type));
        return linkButton(certificateTitle(type, site), path, 'secondary');
      }),
  );
}

function confirmationNotice(site: Site, { entity, confirmationDue }: OwnEntity): Content {
  if (confirmationDue === null) return null;
  const said = say(site);
  const { dueOn, overdue } = confirmationDue;
  const day = dayInWords(dueOn, site.locale);
  return notice(overdue ? 'warning' : 'info', said.confirm, [
    html`<p>${overdue ? said.overdue(day) : said.due(day)}</p>`,
    html`<p>${linkButton(said.toConfirm, href(site, confirmationPath(entity.id)), 'secondary')}</p>`,
  ]);
}

function registerRows(site: Site, { entity }: OwnEntity): readonly (Row | null)[] {
  const said = say(site);
  const day = (at: string) => dayInWords(at, site.locale);
  const { effectiveDate, terminationDate } = entity.residency;
  const { formerNames = [] } = entity;
  const on = (term: string, at: string | null): Row | null =>
    at === null ? null : [term, day(at)];
  return [
    [said.name, html`<strong>${fullName(entity)}</strong>`],
    [said.type, entityTypeInWords(entityType(entity.optionId), site)],
    [said.number, exact(entity.residentPermitNumber)],
    on(said.formed, entity.formationDate),
    on(said.registered, entity.registrationDate),
    on(said.dissolved, entity.dissolutionDate),
    [
      said.residency,
      terminationDate === null
        ? said.since(day(effectiveDate))
        : said.until(day(effectiveDate), day(terminationDate)),
    ],
    ...detailRows(entity, site),
    formerNames.length === 0
      ? null
      : [
          said.formerly,
          formerNames.map(({ name, extension }, index) => [
            index > 0 && html`<br>`,
            [name, extension].filter(Boolean).join(' '),
          ]),
        ],
  ];
}

function representativesOf(site: Site, { representatives }: OwnEntity): Html {
  const said = say(site);
  if (representatives.length === 0) return html`<p>${said.noRepresentatives}</p>`;
  return html`<ul>${representatives.map(
    ({ name, residentPermitNumber, since }) =>
      html`<li>${name ?? said.nameless}${residentPermitNumber !== null && [' ', exact(residentPermitNumber)]}, ${said.sinceDay(dayInWords(since, site.locale))}</li>`,
  )}</ul>`;
}

function documentsOf(site: Site, { entity, documents }: OwnEntity): Html {
  const said = say(site);
  if (documents.length === 0) return html`<p>${said.noDocuments}</p>`;
  return html`<ul>${documents.map(({ id, name, createdAt, withdrawnAt }) => {
    const link = href(site, entityDocumentPath(entity.id, id));
    const day = said.of(dayInWords(createdAt, site.locale));
    const gone =
      withdrawnAt !== null &&
      html`<br><strong>${said.withdrawn(dayInWords(withdrawnAt, site.locale))}</strong>`;
    return html`<li><a href="${link}">${name}</a> ${day}${gone}</li>`;
  })}</ul>`;
}
