import { findKey, findOwnedKey } from '../../shared/access/db/api-keys.ts';
import { findManifestation } from '../../shared/access/db/manifestations.ts';
import { findIntegration } from '../../shared/access/db/partner-integrations.ts';
import {
  findAmendment,
  findAnyAmendment,
  findOpenAmendment,
} from '../../shared/amendments/db/amendments.ts';
import {
  findAnyCertificateRequest,
  findReusedRequest,
} from '../../shared/certificates/db/certificates.ts';
import { findTaxProof } from '../../shared/certificates/db/tax-proofs.ts';
import { usualType } from '../../shared/certificates/domain/certificate-type.ts';
import { findDocument, listPersonDocuments } from '../../shared/documents/db/documents.ts';
import { findAnyApplication, findApplication } from '../../shared/incorporation/db/applications.ts';
import { findReferralCode, findReferrals } from '../../shared/incorporation/db/referrals.ts';
import { findEffect } from '../../shared/kernel/db/effects.ts';
import { parseStored } from '../../shared/kernel/db/stored.ts';
import type { Item, Table } from '../../shared/kernel/db/table.ts';
import { findDevice } from '../../shared/oauth/db/device-authorizations.ts';
import { findClient } from '../../shared/oauth/db/oauth-clients.ts';
import { StoredCode } from '../../shared/oauth/db/oauth-codes.ts';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { StoredGrant, StoredRefreshToken } from '../../shared/oauth/db/oauth-grants.ts';
import { listSigningKeys } from '../../shared/oauth/db/signing-keys.ts';
import { findCheckoutSession } from '../../shared/payments/db/checkout-sessions.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { findSandboxPayment } from '../../shared/payments/db/sandbox-payments.ts';
import { findVoucher } from '../../shared/payments/db/vouchers.ts';
import { findPerson, findPersonByEmail, readResidencies } from '../../shared/people/db/people.ts';
import { findResident } from '../../shared/people/db/residents.ts';
import { parseEvent } from '../../shared/platform/db/outbox.ts';
import { findEntity } from '../../shared/registry/db/entities.ts';
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
import { findReviewDigest } from '../../shared/reviews/db/review-counts.ts';
import { findReview, findReviewOf } from '../../shared/reviews/db/reviews.ts';
import { findChallenge } from '../../shared/sign-in/db/sign-in-challenges.ts';

type Read = (table: Table, item: Item, now: Date) => unknown;

/** The place behind the key's first value. */
const idIn = ({ pk }: Item) => String(pk).split('#')[1] ?? '';
const idBehind = ({ sk }: Item) => String(sk).split('#').at(-1) ?? '';
const text = (item: Item, name: string) => String(item[name]);
const someOf = <T>(found: readonly T[] | undefined) => found?.[0];

/** How today's code reads an item of each kind that it reads through a schema; null or undefined: not at all. */
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
};

/** Kinds that are read by a secret, page by page, or not at all: the other golden tests use them. */
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
  'mailed',
  'objectionLink',
  'ownedSession',
  'reviewAbout',
  'reviewWord',
  'idempotency',
];
