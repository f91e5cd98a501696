import { findIntegration } from '../../access/db/partner-integrations.ts';
import { findAnyAmendment, type StoredAmendment } from '../../amendments/amendments.ts';
import {
  type KnownObjection,
  objectionsToFiling,
} from '../../amendments/usecases/read-objections.ts';
import {
  findAnyCertificateRequest,
  type StoredCertificateRequest,
} from '../../certificates/certificates.ts';
import { findTaxProof } from '../../certificates/tax-proofs.ts';
import { taxProofIdOf } from '../../certificates/usecases/check-tax-proof.ts';
import { presentTaxProof } from '../../certificates/usecases/present-tax-proof.ts';
import type { FilingDeps } from '../../documents/deps/filing.ts';
import { findAnyApplication, type StoredApplication } from '../../incorporation/applications.ts';
import type { Table } from '../../kernel/db/table.ts';
import { fullName } from '../../kernel/domain/company-name.ts';
import { findInvoice, type StoredInvoice } from '../../payments/db/invoices.ts';
import type { Product } from '../../payments/domain/voucher.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { isInGoodStanding } from '../../registry/domain/good-standing.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';
import {
  type ComparedAccount,
  compareWithAccount,
} from '../../residency/usecases/compare-with-account.ts';
import { proofOfAddressUrl } from '../../residency/usecases/present-residency-application-to-operator.ts';
import type { Review } from '../../reviews/review.ts';

/** Somebody of the registry who applied for something, or signed or requested it. */
export interface KnownPerson {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
}

/** What is under review, with all that a reviewer has to know of it. Links to files live for an hour. */
export type ReviewedSubject = { readonly invoice: StoredInvoice | null } & (
  | {
      readonly type: 'legal_entity_application';
      readonly application: StoredApplication;
      readonly owner: KnownPerson;
    }
  | {
      readonly type: 'amendment';
      readonly filing: StoredAmendment;
      readonly objections: readonly KnownObjection[];
      readonly entity: StoredEntity;
      readonly inGoodStanding: boolean;
    }
  | {
      readonly type: 'certificate_request';
      readonly request: StoredCertificateRequest;
      readonly entity: StoredEntity;
      readonly inGoodStanding: boolean;
      readonly requester: KnownPerson;
      readonly taxProofUrl: string | null;
    }
  | {
      readonly type: 'residency_application';
      readonly application: StoredResidencyApplication;
      /** The account of the applicant's address, while there is something to decide. */
      readonly account: ComparedAccount | null;
      readonly partnerName: string | null;
      /** How many of the partner's applications were objected to. */
      readonly objections: number;
      readonly proofOfAddressUrl: string | null;
    }
);

type Read = (id: string, deps: FilingDeps) => Promise<ReviewedSubject>;

/** Exhaustive on purpose: a new type does not compile until somebody says what reviewers see of it. */
const readers: Readonly<Record<Product, Read>> = {
  legal_entity_application: async (id, deps) => {
    const application = found(await findAnyApplication(deps.table, id), id);
    const [owner, invoice] = await Promise.all([
      knownPerson(application.ownerId, deps),
      findInvoice(deps.table, application.invoiceId),
    ]);
    return { type: 'legal_entity_application', application, owner, invoice };
  },
  amendment: async (id, deps) => {
    const filing = found(await findAnyAmendment(deps.table, id), id);
    const [standing, invoice, { objections }] = await Promise.all([
      entityOf(filing.entityId, deps),
      findInvoice(deps.table, filing.invoiceId),
      objectionsToFiling(filing, deps.table),
    ]);
    return { type: 'amendment', filing, objections, ...standing, invoice };
  },
  certificate_request: async (id, deps) => {
    const request = found(await findAnyCertificateRequest(deps.table, id), id);
    const [standing, requester, invoice, taxProofUrl] = await Promise.all([
      entityOf(request.entityId, deps),
      knownPerson(request.requestedBy, deps),
      findInvoice(deps.table, request.invoiceId),
      taxProofUrlOf(request, deps),
    ]);
    return { type: 'certificate_request', request, ...standing, requester, invoice, taxProofUrl };
  },
  residency_application: async (id, deps) => {
    const application = found(await findResidencyApplication(deps.table, id), id);
    const [integration, account, invoice, url] = await Promise.all([
      findIntegration(deps.table, application.integrationId),
      application.statusId === 'Pending Review' ? compareWithAccount(application, deps) : null,
      findInvoice(deps.table, application.invoiceId),
      proofOfAddressUrl(application.data.proofOfAddressUploadId, deps),
    ]);
    return {
      type: 'residency_application',
      application,
      account,
      partnerName: integration?.name ?? null,
      objections: integration?.objections ?? 0,
      proofOfAddressUrl: url,
      invoice,
    };
  },
};

/** What is under review. Throws when it is not there: a review is made of something that was submitted. */
export function readReviewed({ type, id }: Review['subject'], deps: FilingDeps) {
  return readers[type](id, deps);
}

/** What the subject of a review is called: the entity's name, or the applicant's. */
export async function nameReviewed(
  { type, id }: Review['subject'],
  { table }: { readonly table: Table },
): Promise<string> {
  if (type === 'residency_application') {
    const { personalDetails } = found(await findResidencyApplication(table, id), id).data;
    return `${personalDetails.givenName} ${personalDetails.surname}`;
  }
  if (type === 'legal_entity_application') {
    const { name, extension } = found(await findAnyApplication(table, id), id);
    return fullName({ name, extension, nameStartsWithExtension: false });
  }
  const { entityId } = found(
    await (type === 'amendment'
      ? findAnyAmendment(table, id)
      : findAnyCertificateRequest(table, id)),
    id,
  );
  return fullName(found(await findEntity(table, entityId), entityId));
}

async function entityOf(id: string, { table, now }: FilingDeps) {
  const entity = found(await findEntity(table, id), id);
  return { entity, inGoodStanding: isInGoodStanding(entity, now().toISOString()) };
}

async function knownPerson(id: string, { table, now }: FilingDeps): Promise<KnownPerson> {
  const person = found(await findPerson(table, id), id);
  const { residency } = person;
  const residencyActive = residency !== null && isActive(residency, now().toISOString());
  return { person, residencyActive };
}

async function taxProofUrlOf(
  { taxPaymentProofUrl }: StoredCertificateRequest,
  deps: FilingDeps,
): Promise<string | null> {
  const id = taxPaymentProofUrl === null ? null : taxProofIdOf(deps, taxPaymentProofUrl);
  const proof = id === null ? null : await findTaxProof(deps.table, id);
  return proof && presentTaxProof(proof, deps);
}

function found<S>(subject: S | null, id: string): S {
  if (subject === null) throw new Error(`${id} does not exist`);
  return subject;
}
