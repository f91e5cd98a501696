import { findKey, findOwnedKey } from '../../shared/access/db/api-keys.ts';
import { findGatewayRun } from '../../shared/access/db/gateway-runs.ts';
import { findKeyApproval } from '../../shared/access/db/key-approvals.ts';
import { findManifestation } from '../../shared/access/db/manifestations.ts';
import { findIntegration } from '../../shared/access/db/partner-integrations.ts';
import { findMailboxCase, findMailboxEvidence } from '../../shared/account/db/mailbox-cases.ts';
import { OwnedProof, StoredProof } from '../../shared/account/db/proofs.ts';
import {
  findAmendment,
  findAnyAmendment,
  findOpenAmendment,
  listObjections,
} from '../../shared/amendments/db/amendments.ts';
import {
  findAnyCertificateRequest,
  findReusedRequest,
} from '../../shared/certificates/db/certificates.ts';
import { findTaxProof } from '../../shared/certificates/db/tax-proofs.ts';
import { usualType } from '../../shared/certificates/domain/certificate-type.ts';
import { StoredCredentialGrant } from '../../shared/credentials/db/credential-grants.ts';
import {
  listCredentials,
  listCredentialsOfEntity,
  listRevokedPlaces,
} from '../../shared/credentials/db/credentials.ts';
import {
  findDocument,
  listPersonDocuments,
  StoredWithdrawal,
} from '../../shared/documents/db/documents.ts';
import { StoredUploadScan } from '../../shared/documents/db/upload-scans.ts';
import { findPlace, readBehind } from '../../shared/events/db/feeds.ts';
import { findDelivery, readDue } from '../../shared/events/db/webhook-deliveries.ts';
import { endpointsOf } from '../../shared/events/db/webhook-endpoints.ts';
import { StoredImport } from '../../shared/imports/db/imported-records.ts';
import { findAnyApplication, findApplication } from '../../shared/incorporation/db/applications.ts';
import { findReferralCode, findReferrals } from '../../shared/incorporation/db/referrals.ts';
import { findEffect } from '../../shared/kernel/db/effects.ts';
import { parseStored } from '../../shared/kernel/db/stored.ts';
import type { Item, Table } from '../../shared/kernel/db/table.ts';
import { StoredMailAddress } from '../../shared/mail/db/mail-addresses.ts';
import { StoredLogo } from '../../shared/oauth/db/client-logos.ts';
import { findDevice } from '../../shared/oauth/db/device-authorizations.ts';
import { findLogout, findPause } from '../../shared/oauth/db/logouts.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { StoredCode } from '../../shared/oauth/db/oauth-codes.ts';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { StoredGrant, StoredRefreshToken } from '../../shared/oauth/db/oauth-grants.ts';
import { findKeySet, ownedClients } from '../../shared/oauth/db/owned-clients.ts';
import {
  findRegistrationToken,
  findRegistrationTokenCount,
} from '../../shared/oauth/db/registration-tokens.ts';
import { listSigningKeys } from '../../shared/oauth/db/signing-keys.ts';
import { findCheckoutSession } from '../../shared/payments/db/checkout-sessions.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { findPaymentCase } from '../../shared/payments/db/payment-cases.ts';
import { findStatementProgress } from '../../shared/payments/db/payment-claims.ts';
import { findSandboxPayment } from '../../shared/payments/db/sandbox-payments.ts';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { findEmailChange } from '../../shared/people/db/email-changes.ts';
import { findPerson, findPersonByEmail, readResidencies } from '../../shared/people/db/people.ts';
import { findResident } from '../../shared/people/db/residents.ts';
import { StoredActReason } from '../../shared/platform/db/audit-trail.ts';
import { findRun, findSegment } from '../../shared/platform/db/migration-runs.ts';
import { parseEvent } from '../../shared/platform/db/stored-event.ts';
import { findEntity, listCorrections } from '../../shared/registry/db/entities.ts';
import { listConfirmations } from '../../shared/registry/db/entity-confirmations.ts';
import { findReservedName } from '../../shared/registry/db/names.ts';
import { StoredEntityTerm } from '../../shared/registry/db/new-entity.ts';
import {
  listRepresentatives,
  listRepresentedEntities,
} from '../../shared/registry/db/representatives.ts';
import { findApplicantAccess } from '../../shared/residency/db/applicant-access.ts';
import {
  findProofOfAddress,
  findResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { findVisitorPass } from '../../shared/residency/db/visitor-passes.ts';
import { findRetentionRun, readFileErasures } from '../../shared/retention/db/erase-items.ts';
import { findReviewCounts, findReviewDigest } from '../../shared/reviews/db/review-counts.ts';
import { findQueueViews } from '../../shared/reviews/db/review-queue.ts';
import {
  findReview,
  findReviewAnswer,
  findReviewOf,
  readReviewEntries,
} from '../../shared/reviews/db/reviews.ts';
import { listPasskeys } from '../../shared/sign-in/db/passkeys.ts';
import { findChallenge } from '../../shared/sign-in/db/sign-in-challenges.ts';
import { findOperatorApproval } from '../../shared/staff/db/operator-approvals.ts';
import { findPasskeyCode } from '../../shared/staff/db/passkey-codes.ts';
import { readStaff } from '../../shared/staff/db/staff.ts';

type Read = (table: Table, item: Item, now: Date) => unknown;

/** The position after the key's first value. */
const idIn = ({ pk }: Item) => String(pk).split('#')[1] ?? '';
/** Everything after the key's first word; feeds have two. */
const behind = ({ pk }: Item) => String(pk).replace(/^[^#]*#/, '');
const idBehind = ({ sk }: Item) => String(sk).split('#').at(-1) ?? '';
const text = (item: Item, name: string) => String(item[name]);
const someOf = <T>(found: readonly T[] | undefined) => found?.[0];

/** How the current code reads each kind of item with a schema; null or undefined if it does not. */
export const readers: Readonly<Record<string, Read>> = {
  person: (table, item) => findPerson(table, idIn(item)),
  email: async (table, item) => {
    const person = await findPerson(table, text(item, 'personId'));
    return person && findPersonByEmail(table, person.email);
  },
  residency: async (table, item) => someOf(await readResidencies(table, idIn(item))),
  personDocument: async (table, item) => someOf(await listPersonDocuments(table, idIn(item))),
  manifestation: (table, item) => findManifestation(table, idIn(item)),
  apiKey: (table, item) => findKey(table, idIn(item)),
  ownedKey: (table, item) => findOwnedKey(table, text(item, 'pk'), idBehind(item)),
  residentPermitNumber: (table, item) => findResident(table, idIn(item)),
  entity: (table, item) => findEntity(table, idIn(item)),
  representative: async (table, item) => someOf(await listRepresentatives(table, idIn(item))),
  represented: async (table, item) => someOf(await listRepresentedEntities(table, idIn(item))),
  document: (table, item) => findDocument(table, idIn(item), idBehind(item)),
  reservedNameId: (table, item) => findReservedName(table, idIn(item)),
  voucher: (table, item) => findVoucher(table, idIn(item)),
  referralCode: (table, item) => findReferralCode(table, idIn(item)),
  referredEntity: async (table, item) => someOf((await findReferrals(table, idIn(item)))?.entities),
  referredPerson: async (table, item) => someOf((await findReferrals(table, idIn(item)))?.persons),
  application: (table, item) => findApplication(table, idIn(item), idBehind(item)),
  applicationOwner: (table, item) => findAnyApplication(table, idIn(item)),
  certificateRequestEntity: (table, item) => findAnyCertificateRequest(table, idIn(item)),
  certificateClaim: (table, item) => findReusedRequest(table, idIn(item), usualType),
  taxProof: (table, item) => findTaxProof(table, idIn(item)),
  proofOfAddress: (table, item) => findProofOfAddress(table, idIn(item)),
  amendment: (table, item) => findAmendment(table, idIn(item), idBehind(item)),
  amendmentEntity: (table, item) => findAnyAmendment(table, idIn(item)),
  openAmendment: (table, item) => findOpenAmendment(table, idIn(item)),
  invoice: (table, item) => findInvoice(table, idIn(item)),
  checkoutSession: (table, item) => findCheckoutSession(table, idIn(item)),
  sandboxPayment: (table, item) => findSandboxPayment(table, text(item, 'paymentId')),
  review: (table, item) => findReview(table, idIn(item)),
  reviewOf: (table, item) => findReviewOf(table, idIn(item), idBehind(item)),
  signInChallenge: (table, item) => findChallenge(table, idIn(item)),
  visitorPass: (table, item) => findVisitorPass(table, idIn(item)),
  integration: (table, item) => findIntegration(table, idIn(item)),
  residencyApplication: (table, item) => findResidencyApplication(table, idIn(item)),
  applicantAccess: async (table, item) =>
    (await findApplicantAccess(table, [idIn(item)])).get(idIn(item)),
  oauthClient: (table, item) => findClient(table, idIn(item)),
  consent: (table, item) => findConsent(table, idIn(item), idBehind(item)),
  grant: (_, item) => parseStored(StoredGrant, item),
  authorizationCode: (_, item) => parseStored(StoredCode, item),
  refreshToken: (_, item) => parseStored(StoredRefreshToken, item),
  deviceAuthorization: (table, item) => findDevice(table, idIn(item)),
  signingKey: async (table, _, now) => someOf(await listSigningKeys(table, now)),
  effect: (table, item, now) => findEffect(table, { scope: idIn(item) }, now),
  event: (_, item) => parseEvent(item),
  entityTerm: (_, item) => parseStored(StoredEntityTerm, item),
  reviewDigest: (table) => findReviewDigest(table),
  keyApproval: (table, item) => findKeyApproval(table, idIn(item), idBehind(item)),
  requestedCall: async (table, item) =>
    (await findKeyApproval(table, idIn(item), idBehind(item)))?.call,
  withdrawal: (_, item) => parseStored(StoredWithdrawal, item),
  feed: async (table, item) => (await findPlace(table, behind(item), 0)).reached,
  feedEvent: async (table, item) => someOf((await readBehind(table, behind(item), 0, 1)).events),
  webhookEndpoint: async (table, item) => someOf(await endpointsOf(table, behind(item))),
  webhookDelivery: (table, item) => findDelivery(table, idIn(item), idBehind(item)),
  webhookDue: async (table, item) => someOf(await readDue(table, idIn(item), text(item, 'at'), 1)),
  logout: (table, item) => findLogout(table, idIn(item)),
  logoutPause: (table, item) => findPause(table, idIn(item)),
  actReason: (_, item) => parseStored(StoredActReason, item),
  fileErasure: async (table) => someOf(await readFileErasures(table)),
  retentionRun: (table) => findRetentionRun(table),
  holderProof: (_, item) => parseStored(StoredProof, item),
  ownedProof: (_, item) => parseStored(OwnedProof, item),
  uploadScan: (_, item) => parseStored(StoredUploadScan, item),
  entityCorrection: async (table, item) => someOf(await listCorrections(table, idIn(item))),
  clientLogo: (_, item) => parseStored(StoredLogo, item),
  credential: async (table, item) => someOf(await listCredentials(table, idIn(item))),
  credentialOfEntity: async (table, item) =>
    someOf(await listCredentialsOfEntity(table, idIn(item))),
  credentialGrant: (_, item) => parseStored(StoredCredentialGrant, item),
  revokedIndex: async (table, item) => someOf(await listRevokedPlaces(table, idIn(item))),
  registrationToken: (table, item) => findRegistrationToken(table, idBehind(item)),
  registrationTokenCount: (table) => findRegistrationTokenCount(table),
  clientKeySet: (table, item) => findKeySet(table, idIn(item)),
  passkey: async (table, item) => someOf(await listPasskeys(table, idIn(item))),
  passkeyCode: (table, item) => findPasskeyCode(table, idIn(item)),
  objection: async (table, item) => someOf(await listObjections(table, idIn(item))),
  mailboxCase: (table, item) => findMailboxCase(table, idIn(item)),
  mailboxEvidence: (table, item) => findMailboxEvidence(table, idIn(item), idBehind(item)),
  operatorApproval: (table, item) => findOperatorApproval(table, idIn(item)),
  requestedOperation: async (table, item) =>
    (await findOperatorApproval(table, idIn(item)))?.request,
  emailChange: (table, item) => findEmailChange(table, idIn(item)),
  mailAddress: (_, item) => parseStored(StoredMailAddress, item),
  staffMember: async (table) => someOf((await readStaff(table)).members),
  staffSeeds: async (table) => (await readStaff(table)).seeds,
  entityConfirmation: async (table, item) => someOf(await listConfirmations(table, idIn(item))),
  reviewNote: async (table, item) => someOf((await readReviewEntries(table, idIn(item))).notes),
  reviewQuestion: async (table, item) =>
    someOf((await readReviewEntries(table, idIn(item))).questions),
  reviewAnswer: (table, item) =>
    findReviewAnswer(table, { reviewId: idIn(item), requestId: idBehind(item) }),
  reviewCounts: (table) => findReviewCounts(table),
  queueViews: (table, item) => findQueueViews(table, idIn(item)),
  paymentCase: (table, item) => findPaymentCase(table, idIn(item)),
  paymentStatement: (table) => findStatementProgress(table, 'cardpay'),
  ownedClients: async (table, item) => someOf(await ownedClients(table, idIn(item))),
  gatewayRun: (table) => findGatewayRun(table),
  migrationRun: (table, item) => findRun(table, idIn(item), 1),
  migrationSegment: (table, item) => findSegment(table, idIn(item), Number(idBehind(item))),
  importedRecord: (_, item) => parseStored(StoredImport, item),
};

/** Kinds that are read by a secret, page by page, or not at all; other golden tests cover them. */
export const keysOnly: readonly string[] = [
  'rateCount',
  'receiptCounter',
  'permitHolder',
  'permitsFiled',
  'registryRow',
  'entityName',
  'reservedName',
  'signatureLink',
  'certificateRequest',
  'certificateCode',
  'paymentReport',
  'payment',
  'session',
  'attempts',
  'sentForm',
  'visitorPassClaim',
  'visitorPassMail',
  'visitorPassOfEmail',
  'visitorPassOfSource',
  'residencyApplicationRow',
  'residencyReference',
  'agreementLink',
  'claimLink',
  'revokedToken',
  'userCode',
  'listed',
  'audit',
  'auditByAction',
  'auditByActor',
  'answeredRequest',
  'delivery',
  'keyUse',
  'knownBrowser',
  'sentEmail',
  'objectionLink',
  'ownedSession',
  'reviewParty',
  'reviewWord',
  'idempotency',
  'registrySharding',
  'feedClaim',
  'feedListeners',
  'credentialOffer',
  'credentialIndex',
  'passkeyClaim',
  'answeredCeremony',
  'signInAddress',
  'mailboxLink',
  'staffView',
  'termNotice',
  'paymentReturn',
];
