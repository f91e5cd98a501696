import type * as z from 'zod/mini';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { type UploadLink, uploadLink } from '../../documents/usecases/open-upload.ts';
import { presentInvoice } from '../../incorporation/contracts/admin-applications.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import type { AdminResidencyApplication } from '../contracts/admin-residency-applications.ts';
import { findProofOfAddress } from '../db/proofs-of-address.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';
import { type ComparedAccount, compareWithAccount } from './compare-with-account.ts';

/** Life of the proof's URL, in seconds. */
const urlLife = 3600;

/** A residency application as its reviewers see it. The links of its applicant are left out. */
export async function presentResidencyApplicationToOperator(
  application: StoredResidencyApplication,
  deps: DocumentDeps,
): Promise<z.input<typeof AdminResidencyApplication>> {
  const { data, agreement, verification } = application;
  const [invoice, proof, account] = await Promise.all([
    findInvoice(deps.table, application.invoiceId),
    proofOfAddressLink(data.proofOfAddressUploadId, deps),
    compareWithAccount(application, deps),
  ]);
  return {
    id: application.id,
    integrationId: application.integrationId,
    version: application.version,
    statusId: application.statusId,
    residencyType: data.residencyType,
    personalDetails: {
      ...data.personalDetails,
      citizenships: [...data.personalDetails.citizenships],
    },
    information: data.information,
    proofOfAddressSwornBy: data.swornStatement?.signature ?? null,
    proofOfAddressFileUrl: proof?.url ?? null,
    proofOfAddressFileState: proof?.state ?? null,
    agreement: {
      aocId: agreement.aocId,
      version: agreement.version,
      acceptedAt: agreement.acceptedAt,
      signerName: agreement.signerName,
    },
    verification: { status: verification.status, verifiedAt: verification.verifiedAt },
    invoice: invoice && presentInvoice(invoice),
    account: account && presentAccount(account),
    referralCode: application.referralCode,
    submittedAt: application.submittedAt,
    approvedAt: application.approvedAt,
    rejectedAt: application.rejectedAt,
    rejectedReason: application.rejectedReason,
    objectedAt: application.objectedAt ?? null,
    personId: application.personId,
    residentPermitNumber: application.residentPermitNumber,
    createdAt: application.createdAt,
  };
}

function presentAccount({ person, residencyActive, standing, ...compared }: ComparedAccount) {
  return {
    personId: person.id,
    standing,
    confirmedAt: compared.confirmedAt,
    differences: [...compared.differences],
    givenName: person.givenName,
    surname: person.surname,
    dateOfBirth: person.dateOfBirth,
    sex: person.sex,
    countryOfBirth: person.countryOfBirth,
    citizenships: [...person.citizenships],
    address: person.address,
    phoneNumber: person.phoneNumber,
    residentPermitNumber: person.residentPermitNumber,
    residencyActive,
  };
}

/** A link of one hour to the upload, if it may be opened; null without one. */
export async function proofOfAddressLink(
  id: string | null,
  deps: DocumentDeps,
): Promise<UploadLink | null> {
  const proof = id === null ? null : await findProofOfAddress(deps.table, id);
  if (proof === null) return null;
  const fileName = `proof-of-address${proofExtensions[proof.contentType] ?? ''}`;
  return uploadLink(proof, fileName, urlLife, deps);
}
