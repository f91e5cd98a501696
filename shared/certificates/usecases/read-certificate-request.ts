import type { PersonalCaller } from '../../access/auth/caller.ts';
import { StoredDocument } from '../../documents/db/documents.ts';
import type { FilingDeps } from '../../documents/deps/documents.ts';
import { presentDocuments } from '../../documents/usecases/present-documents.ts';
import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { keys } from '../../kernel/db/keys.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { presentSummary } from '../../payments/contracts/payment-contract.ts';
import { StoredInvoice } from '../../payments/db/invoices.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import * as paymentErrors from '../../payments/errors/payment-errors.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import type { Ineligibility } from '../../registry/domain/good-standing.ts';
import { readAccessibleEntity } from '../../registry/usecases/read-accessible-entity.ts';
import { presentInformation, type Waiting } from '../../reviews/contracts/information-contract.ts';
import { informationErrors } from '../../reviews/usecases/reviewed.ts';
import { CertificateRequest } from '../contracts/certificate.ts';
import {
  findAnyCertificateRequest,
  findCertificateRequest,
  pageOfCertificateRequests,
  readCertificateRequests,
  type StoredCertificateRequest,
} from '../db/certificates.ts';
import { findTaxProof } from '../db/tax-proofs.ts';
import type { CertificateRefusal } from '../domain/certificate.ts';
import * as certificateErrors from '../errors/certificate-errors.ts';
import { presentTaxProof, taxProofIdOf } from './tax-proof.ts';
import { verificationOf } from './verify-certificate.ts';

/** A request in the path of a call. */
export interface RequestOfEntity {
  readonly entityId: string;
  readonly requestId: string;
}

/**
 * The request of an entity that the key may see (spec 4.16). One round trip.
 *
 * Errors, in this order: 404 `Legal entity not found`; 404 `Certificate request not found`.
 */
export async function readCertificateRequest(
  { entityId, requestId }: RequestOfEntity,
  caller: PersonalCaller,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const [, request] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    findCertificateRequest(table, entityId, requestId),
  ]);
  if (request === null) throw certificateErrors.certificateRequestNotFound();
  return request;
}

interface RequestsOfEntity {
  readonly entity: StoredEntity;
  /** Newest first. */
  readonly requests: readonly StoredCertificateRequest[];
}

/** All requests of an entity that the key may see (spec 4.16). Error: 404 `Legal entity not found`. */
export async function readRequestsOfEntity(
  entityId: string,
  caller: PersonalCaller,
  { table }: CoreDeps,
): Promise<RequestsOfEntity> {
  const [entity, requests] = await Promise.all([
    readAccessibleEntity(table, entityId, caller),
    readCertificateRequests(table, entityId),
  ]);
  return { entity, requests };
}

/** A request of any entity, for operators. Error: 404. */
export async function readAnyCertificateRequest(
  id: string,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const request = await findAnyCertificateRequest(table, id);
  if (request === null) throw apiErrors.notFound();
  return request;
}

/** The request named in a workflow's input. Throws if it does not exist. */
export async function requireCertificateRequest(
  id: string,
  { table }: CoreDeps,
): Promise<StoredCertificateRequest> {
  const request = await findAnyCertificateRequest(table, id);
  if (request === null) throw new Error(`certificate request ${id} does not exist`);
  return request;
}

/** Filters; without any, all requests match. */
interface CertificateRequestChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly legalEntityId?: string | undefined;
}

/** A page of the requests that match, newest first. */
export async function listAllCertificateRequests(
  { limit, cursor, legalEntityId, status: state, ...days }: CertificateRequestChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredCertificateRequest>> {
  const request = { limit, after: cursor };
  if (legalEntityId === undefined)
    return pageOfCertificateRequests(table, { state, ...days }, request);
  return ofOwner(await readCertificateRequests(table, legalEntityId), { state, ...days }, request);
}

/** The number of requests whose invoices and documents fit into one BatchGetItem. */
const batch = 50;

/**
 * Requests as returned, in the given order, with their invoices and, if issued, a document URL valid for one hour. One
 * round trip per 50 requests.
 */
export async function presentCertificates(
  requests: readonly StoredCertificateRequest[],
  deps: Pick<FilingDeps, 'table' | 'documents' | 'baseUrl'>,
): Promise<CertificateRequest[]> {
  const presented: CertificateRequest[] = [];
  for (let first = 0; first < requests.length; first += batch) {
    const some = requests.slice(first, first + batch);
    const keysOf = ({ invoiceId, entityId, issuedAt, documentId }: StoredCertificateRequest) => [
      keys.invoice(invoiceId),
      ...(issuedAt !== null && documentId !== null
        ? [keys.document(entityId, issuedAt, documentId)]
        : []),
    ];
    const items = await getItems(deps.table, some.flatMap(keysOf));
    let place = 0;
    for (const request of some) {
      const [invoice, document] = items.slice(place, place + keysOf(request).length);
      place += keysOf(request).length;
      presented.push(
        describeCertificate(
          request,
          parseFound(StoredInvoice, invoice),
          await urlOf(parseFound(StoredDocument, document), deps),
          deps,
        ),
      );
    }
  }
  return presented;
}

export async function presentCertificate(
  request: StoredCertificateRequest,
  deps: Pick<FilingDeps, 'table' | 'documents' | 'baseUrl'>,
): Promise<CertificateRequest> {
  const [presented] = await presentCertificates([request], deps);
  if (presented === undefined) throw new Error('unreachable: one request gives one answer');
  return presented;
}

/** The document's URL; null if operators have hidden the document. */
async function urlOf(
  document: StoredDocument | null,
  { documents }: Pick<FilingDeps, 'documents'>,
): Promise<string | null> {
  if (document === null) return null;
  const [shown] = await presentDocuments([document], documents);
  return shown?.fileUrl ?? null;
}

/** A request as returned, from data that is already read. */
export function describeCertificate(
  request: StoredCertificateRequest,
  invoice: StoredInvoice | null,
  documentUrl: string | null,
  site: Pick<FilingDeps, 'baseUrl'>,
): CertificateRequest {
  const { statusId, verificationCode } = request;
  const information = presentInformation(request, waitingOf(request), site);
  return presented(CertificateRequest, {
    ...request,
    legalEntityId: request.entityId,
    statusId,
    rejectedReasonCode: request.rejectedReasonCode ?? null,
    reference: request.ownReference ?? null,
    documentUrl,
    // Only for a visible document; a hidden one gets no link.
    verificationUrl:
      documentUrl !== null && verificationCode !== null
        ? verificationOf(verificationCode, site).url
        : null,
    invoice: presentSummary(invoice),
    informationRequest: information.informationRequest,
    nextSteps: {
      paymentRequired: statusId === 'Pending Payment' && invoice?.statusId === 'open',
      awaitingReview: statusId === 'Pending Review',
      issued: statusId === 'Issued',
      ...information.nextSteps,
    },
  });
}

/** A paid request without a review is issued automatically. */
function waitingOf({ statusId, paidAt }: StoredCertificateRequest): Waiting {
  if (statusId === 'Pending Review') return 'for_review';
  const isIssuing = statusId === 'Approved' || (statusId === 'Pending Payment' && paidAt !== null);
  if (isIssuing) return 'for_service';
  return statusId === 'Pending Payment' ? 'for_people' : 'ended';
}

/** A request as operators see it, with the reviewers' fields and the verification code, if issued. */
export async function presentCertificateToOperator(
  request: StoredCertificateRequest,
  deps: FilingDeps,
) {
  const { verificationCode, referredFor, taxPaymentProofUrl } = request;
  const proofId = taxPaymentProofUrl === null ? null : taxProofIdOf(deps, taxPaymentProofUrl);
  const [presented, proof] = await Promise.all([
    presentCertificate(request, deps),
    proofId === null ? null : findTaxProof(deps.table, proofId),
  ]);
  const file = proof && (await presentTaxProof(proof, deps));
  return {
    ...presented,
    verificationCode,
    referredFor,
    taxPaymentProofFileUrl: file?.url ?? null,
    taxPaymentProofFileState: file?.state ?? null,
  };
}

/** Exhaustive on purpose: a new refusal does not compile until someone chooses its message. */
export const certificateRefusals: Readonly<
  Record<CertificateRefusal | Ineligibility | InvoiceRefusal, () => ApiError>
> = {
  already_paid: paymentErrors.invoiceAlreadyPaid,
  not_paid: certificateErrors.certificateNotOpen,
  not_open: certificateErrors.certificateNotOpen,
  not_accepted: certificateErrors.certificateNotOpen,
  ...informationErrors,
  invoice_paid: paymentErrors.invoiceAlreadyPaid,
  invoice_not_open: paymentErrors.invoiceNotPayable,
  not_eligible_entity_type: certificateErrors.certificateWrongEntityType,
  not_in_good_standing: certificateErrors.certificateNotInGoodStanding,
};
