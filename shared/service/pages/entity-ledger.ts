import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { type AmendmentState, amendmentStage } from '../../amendments/domain/amendment.ts';
import { amendmentStatus, amendmentTitle } from '../../amendments/pages/amendment-parts.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import { type CertificateState, certificateStage } from '../../certificates/domain/certificate.ts';
import type { RequestableType } from '../../certificates/domain/certificate-type.ts';
import {
  certificateStatus,
  certificateTitle,
} from '../../certificates/pages/certificate-status.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { stageTag, tag } from '../../kernel/pages/text.ts';
import { entityLedgerTexts } from '../texts/index.ts';

const textsFor = byLocale(entityLedgerTexts);

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
export function entityLedger(
  context: PageContext,
  entity: Registered,
  filed: FiledForEntity,
): Html {
  const texts = textsFor(context);
  const entries = entriesOf(context, entity, filed);
  if (entries.length === 0) return html`<p>${texts.none}</p>`;
  return html`<dl>${entries.map(
    ({ at, what, status }) =>
      html`<div><dt>${dayInWords(at, context.locale)}</dt><dd>${what}${status !== undefined && html`<br>${status}`}</dd></div>`,
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
    ...once(dissolutionDate, texts.dissolved),
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
    ...once(registrationDate, texts.registered),
  ];
  return all.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}
