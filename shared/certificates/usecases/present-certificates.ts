import { StoredDocument } from '../../documents/db/documents.ts';
import type { FilingDeps } from '../../documents/deps/filing.ts';
import { presentDocuments } from '../../documents/usecases/present-documents.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { StoredInvoice } from '../../payments/db/invoices.ts';
import { presentInformation, type Waiting } from '../../reviews/contracts/information-contract.ts';
import type { CertificateRequest } from '../contracts/certificate.ts';
import type { StoredCertificateRequest } from '../db/certificates.ts';
import { verificationOf } from './certificate-code.ts';

/** Most requests whose invoices and documents fit into one BatchGetItem. */
const batch = 50;

/**
 * Requests as they are answered, in the given order: with their invoices, and with a URL of one hour for the
 * document of an issued one. One round trip for 50 of them.
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

/** One request as it is answered. */
export async function presentCertificate(
  request: StoredCertificateRequest,
  deps: Pick<FilingDeps, 'table' | 'documents' | 'baseUrl'>,
): Promise<CertificateRequest> {
  const [presented] = await presentCertificates([request], deps);
  if (presented === undefined) throw new Error('unreachable: one request gives one answer');
  return presented;
}

/** Null for a document that operators have hidden since. */
async function urlOf(
  document: StoredDocument | null,
  { documents }: Pick<FilingDeps, 'documents'>,
): Promise<string | null> {
  if (document === null) return null;
  const [shown] = await presentDocuments([document], documents);
  return shown?.fileUrl ?? null;
}

/** One request as it is answered, of what is known already. */
export function describeCertificate(
  request: StoredCertificateRequest,
  invoice: StoredInvoice | null,
  documentUrl: string | null,
  site: Pick<FilingDeps, 'baseUrl'>,
): CertificateRequest {
  const { statusId, verificationCode } = request;
  const information = presentInformation(request, waitingOf(request), site);
  return {
    id: request.id,
    legalEntityId: request.entityId,
    type: 'certificate_of_good_standing',
    statusId,
    contested: request.contested,
    taxContestNote: request.taxContestNote,
    taxPaymentProofUrl: request.taxPaymentProofUrl,
    contestedAt: request.contestedAt,
    reviewedAt: request.reviewedAt,
    issuedAt: request.issuedAt,
    rejectionReason: request.rejectionReason,
    documentId: request.documentId,
    documentUrl,
    // Of what may be read: nothing leads to a document that was hidden since.
    verificationUrl:
      documentUrl !== null && verificationCode !== null
        ? verificationOf(verificationCode, site).url
        : null,
    invoice: invoice && { id: invoice.id, statusId: invoice.statusId },
    createdAt: request.createdAt,
    updatedAt: request.updatedAt,
    informationRequest: information.informationRequest,
    nextSteps: {
      paymentRequired: statusId === 'Pending Payment' && invoice?.statusId === 'open',
      awaitingReview: statusId === 'Pending Review',
      issued: statusId === 'Issued',
      ...information.nextSteps,
    },
  };
}

/** A paid one that nobody reviews is issued by itself. */
function waitingOf({ statusId, paidAt }: StoredCertificateRequest): Waiting {
  if (statusId === 'Pending Review') return 'for_review';
  const isIssuing = statusId === 'Approved' || (statusId === 'Pending Payment' && paidAt !== null);
  return isIssuing ? 'for_service' : 'at_rest';
}
