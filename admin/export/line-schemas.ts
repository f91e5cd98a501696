import type * as z from 'zod/mini';
import { StoredIntegration } from '../../shared/access/db/partner-integrations.ts';
import { StoredAmendment, StoredObjection } from '../../shared/amendments/db/amendments.ts';
import { StoredCertificateRequest } from '../../shared/certificates/db/certificates.ts';
import { StoredTaxProof } from '../../shared/certificates/db/tax-proofs.ts';
import { StoredDocument, StoredPersonDocument } from '../../shared/documents/db/documents.ts';
import { StoredImport } from '../../shared/imports/db/imported-records.ts';
import { StoredApplication } from '../../shared/incorporation/db/applications.ts';
import { StoredReferralCode } from '../../shared/incorporation/db/referrals.ts';
import { StoredLogo } from '../../shared/oauth/db/client-logos.ts';
import { StoredClient } from '../../shared/oauth/db/oauth-clients.ts';
import { StoredConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { StoredOwnedClients } from '../../shared/oauth/db/owned-clients.ts';
import { StoredInvoice } from '../../shared/payments/db/invoices.ts';
import { StoredPaymentCase } from '../../shared/payments/db/payment-cases.ts';
import { StoredVoucher } from '../../shared/payments/db/vouchers.ts';
import { StoredPerson, StoredResidency } from '../../shared/people/db/people.ts';
import { StoredResident } from '../../shared/people/db/residents.ts';
import { StoredEntry } from '../../shared/platform/db/audit-items.ts';
import { StoredActReason } from '../../shared/platform/db/audit-trail.ts';
import { StoredCorrection, StoredEntity } from '../../shared/registry/db/entities.ts';
import { StoredReservedName } from '../../shared/registry/db/names.ts';
import { StoredRepresentative } from '../../shared/registry/db/representatives.ts';
import {
  StoredProofOfAddress,
  StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { StoredVisitorPass } from '../../shared/residency/db/visitor-passes.ts';
import {
  StoredReview,
  StoredReviewAnswer,
  StoredReviewNote,
  StoredReviewQuestion,
} from '../../shared/reviews/db/reviews.ts';

/**
 * The fields of each kind of line, except its keys. Kinds that are missing here are claims, lists and pointers: docs/table.md
 * describes them.
 */
export const lineSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  person: StoredPerson,
  residency: StoredResidency,
  personDocument: StoredPersonDocument,
  residentPermitNumber: StoredResident,
  entity: StoredEntity,
  representative: StoredRepresentative,
  document: StoredDocument,
  reservedName: StoredReservedName,
  voucher: StoredVoucher,
  referralCode: StoredReferralCode,
  application: StoredApplication,
  certificateRequest: StoredCertificateRequest,
  taxProof: StoredTaxProof,
  proofOfAddress: StoredProofOfAddress,
  amendment: StoredAmendment,
  entityCorrection: StoredCorrection,
  objection: StoredObjection,
  invoice: StoredInvoice,
  paymentCase: StoredPaymentCase,
  review: StoredReview,
  reviewNote: StoredReviewNote,
  reviewQuestion: StoredReviewQuestion,
  reviewAnswer: StoredReviewAnswer,
  visitorPass: StoredVisitorPass,
  importedRecord: StoredImport,
  integration: StoredIntegration,
  residencyApplication: StoredResidencyApplication,
  oauthClient: StoredClient,
  clientLogo: StoredLogo,
  ownedClients: StoredOwnedClients,
  consent: StoredConsent,
  actReason: StoredActReason,
  audit: StoredEntry,
};
