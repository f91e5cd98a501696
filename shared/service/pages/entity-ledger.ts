import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { type AmendmentState, amendmentStage } from '../../amendments/domain/amendment.ts';
import { amendmentStatus, amendmentTitle } from '../../amendments/pages/amendment-status.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import { type CertificateState, certificateStage } from '../../certificates/domain/certificate.ts';
import type { RequestableType } from '../../certificates/domain/certificate-type.ts';
import {
  certificateStatus,
  certificateTitle,
} from '../../certificates/pages/certificate-status.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { stageTag, tag } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { entityLedgerTexts } from '../texts/index.ts';

const say = words(entityLedgerTexts);

/** The filings of an entity. */
export interface FiledForEntity {
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
export function entityLedger(site: Site, entity: Registered, filed: FiledForEntity): Html {
  const said = say(site);
  const entries = entriesOf(site, entity, filed);
  if (entries.length === 0) return html`<p>${said.none}</p>`;
  return html`<dl>${entries.map(
    ({ at, what, status }) =>
      html`<div><dt>${dayInWords(at, site.locale)}</dt><dd>${what}${status !== undefined && html`<br>${status}`}</dd></div>`,
  )}</dl>`;
}

function entriesOf(site: Site, entity: Registered, filed: FiledForEntity): readonly Entry[] {
  const said = say(site);
  const { amendments, certificates, confirmations, paying } = filed;
  const { registrationDate, dissolutionDate, annulment } = entity;
  const once = (at: string | null | undefined, what: string): readonly Entry[] =>
    at === null || at === undefined ? [] : [{ at, what }];
  const all: readonly Entry[] = [
    ...once(annulment?.at, said.annulled),
    ...once(dissolutionDate, said.dissolved),
    ...amendments.map((filing) => ({
      at: filing.submittedAt ?? filing.createdAt,
      what: html`<a href="${href(site, amendmentPath(entity.id, filing.id))}">${amendmentTitle(filing.proposedChanges, site)}</a>`,
      status: paying.has(filing.invoiceId)
        ? tag(said.paying)
        : stageTag(amendmentStatus(filing, site), amendmentStage(filing)),
    })),
    ...certificates.map((request) => ({
      at: request.createdAt,
      what: html`<a href="${href(site, certificatePath(entity.id, request.id))}">${certificateTitle(request.type, site)}</a>`,
      status: paying.has(request.invoiceId)
        ? tag(said.paying)
        : stageTag(certificateStatus(request, site), certificateStage(request)),
    })),
    ...confirmations.map(({ year, confirmedAt }) => ({
      at: confirmedAt,
      what: said.confirmed(year),
    })),
    ...once(registrationDate, said.registered),
  ];
  return all.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}
