import type { CertificateType } from '../../certificates/domain/certificate-type.ts';
import { issueCertifiedDocument } from '../../certificates/usecases/issue-certificate.ts';
import { newVerification } from '../../certificates/usecases/verify-certificate.ts';
import { listDocuments } from '../../documents/db/documents.ts';
import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { documentIdOf, issuance } from '../../documents/usecases/issue-document.ts';
import { entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { findAnyApplication, type StoredApplication } from '../db/applications.ts';
import {
  type Representative,
  renderCertificateOfOrganization,
} from '../pdf/certificate-of-organization.ts';
import { renderRider } from '../pdf/rider.ts';

interface Incorporation {
  readonly application: StoredApplication;
  readonly entity: StoredEntity;
  readonly owner: StoredPerson;
}

/** The documents issued for a new entity. */
const documents: readonly {
  readonly slug: string;
  readonly name: string;
  readonly type: CertificateType;
  readonly render: (issued: Issued, incorporation: Incorporation) => Promise<Uint8Array>;
}[] = [
  {
    slug: 'certificate-of-organization',
    name: 'Certificate of Organization',
    type: 'certificate_of_organization',
    render: (issued, { application, entity, owner }) =>
      renderCertificateOfOrganization({
        ...issued,
        entityName: nameOf(application),
        entityType: entityType(application.optionId),
        residentPermitNumber: entity.residentPermitNumber,
        registrationDate: issued.issuedAt,
        principalOffice: application.applicationData.entityDetails.principalOffice,
        representatives: representativesOf(owner),
      }),
  },
  {
    slug: 'rider-to-aoc',
    name: 'Rider to Agreement of Coexistence',
    type: 'rider_to_agreement_of_coexistence',
    render: (issued, { application, entity, owner }) => {
      const { agreement } = application;
      if (agreement === null) throw new Error(`application ${application.id} is not signed`);
      return renderRider({
        ...issued,
        entityName: nameOf(application),
        residentPermitNumber: entity.residentPermitNumber,
        agreementVersion: agreement.agreementVersion,
        agreementSha256: agreement.agreementSha256,
        method: agreement.method,
        signerName: agreement.signerName ?? signerOf(owner),
        signedAt: agreement.signedAt,
      });
    },
  },
];

/**
 * Issues the entity's Certificate of Organization and Rider to the Agreement of Coexistence. Safe to repeat: their ids
 * are derived from the entity, and their date is that of the approval.
 */
export async function issueIncorporationDocuments(
  applicationId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const incorporation = await read(applicationId, deps);
  const { application, entity } = incorporation;
  // The registration was annulled before the documents were issued.
  if (entity.annulment !== undefined) return;
  const issuedAt = application.approvedAt ?? entity.createdAt;
  const present = new Set((await listDocuments(deps.table, entity.id)).map(({ id }) => id));
  for (const { slug, name, type, render } of documents) {
    const documentId = documentIdOf(entity.id, slug);
    if (present.has(documentId)) continue;
    const verification = newVerification(deps);
    const issued = { documentId, issuedAt, ...issuance(deps), verification };
    const content = await render(issued, incorporation);
    const document = { documentId, entityId: entity.id, slug, name, issuedAt, content };
    const { residentPermitNumber } = entity;
    const certificate = { type, entityName: nameOf(application), residentPermitNumber };
    await issueCertifiedDocument(document, { code: verification.code, certificate }, deps);
  }
}

async function read(applicationId: string, deps: WorkflowDeps): Promise<Incorporation> {
  const application = await findAnyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`application ${applicationId} does not exist`);
  const [entity, owner] = await Promise.all([
    findEntity(deps.table, application.legalEntityId ?? ''),
    findPerson(deps.table, application.ownerId),
  ]);
  if (entity === null || owner === null) {
    throw new Error(`application ${application.id} has no entity, or its owner is missing`);
  }
  return { application, entity, owner };
}

/** The approved name, even if the entity was renamed since. */
function nameOf({ name, extension }: StoredApplication): string {
  return fullName({ name, extension, nameStartsWithExtension: false });
}

/** At first, the owner is the only representative. */
function representativesOf(owner: StoredPerson): readonly Representative[] {
  const { residentPermitNumber } = owner;
  return residentPermitNumber === null ? [] : [{ name: personName(owner), residentPermitNumber }];
}

/** The signer's name. A Manifestation of Will has no typed name, so the owner's name is used. */
function signerOf(owner: StoredPerson): string {
  return personName(owner) ?? `Resident ${owner.residentPermitNumber}`;
}
