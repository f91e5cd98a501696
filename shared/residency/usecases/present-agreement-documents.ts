import { listPersonDocuments } from '../../documents/db/person-documents.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { presentDocuments } from '../../documents/usecases/present-documents.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import { residencyAgreementDocumentId } from './residency-agreement-document.ts';

/**
 * The documents of an application that was approved, none before, and how its agreement stands (facts C12.9).
 * Other documents of the person are not the partner's business.
 */
export async function presentAgreementDocuments(
  application: StoredResidencyApplication,
  { table, documents }: DocumentDeps,
) {
  const { id, personId, agreement, data, residencyEffectiveDate } = application;
  const held = personId === null ? [] : await listPersonDocuments(table, personId);
  const own = held.filter((document) => document.id === residencyAgreementDocumentId(id));
  return {
    data: [...(await presentDocuments(own, documents))],
    agreementOfCoexistence: {
      aocId: agreement.aocId,
      slug: agreement.slug,
      version: agreement.version,
      residencyType: data.residencyType,
      templatePdfUrl: null,
      accepted: agreement.acceptedAt !== null,
      acceptedAt: agreement.acceptedAt,
      signerName: agreement.signerName,
      invalidatedAt: agreement.invalidatedAt,
    },
    residencyEffectiveDate,
  };
}
