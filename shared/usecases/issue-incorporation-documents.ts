import { createHash } from 'node:crypto';
import type { StoredApplication } from '../db/applications.ts';
import { listDocuments } from '../db/documents.ts';
import { findEntity, type StoredEntity } from '../db/entities.ts';
import { findPerson, type StoredPerson } from '../db/people.ts';
import type { WorkflowDeps } from '../deps/workflow.ts';
import { renderCertificateOfOrganization } from '../documents/certificate-of-organization.ts';
import type { Issued } from '../documents/issued.ts';
import { renderRider } from '../documents/rider.ts';
import { fullName } from '../domain/company-name.ts';
import { entityType } from '../domain/legal-entity.ts';
import { issueDocument } from './issue-document.ts';
import { requireReview, reviewedApplication } from './review-facts.ts';

interface Incorporation {
  readonly application: StoredApplication;
  readonly entity: StoredEntity;
  readonly owner: StoredPerson;
}

/** The documents that an entity gets when it comes into being. */
const documents: readonly {
  readonly slug: string;
  readonly name: string;
  readonly render: (issued: Issued, incorporation: Incorporation) => Promise<Uint8Array>;
}[] = [
  {
    slug: 'certificate-of-organization',
    name: 'Certificate of Organization',
    render: (issued, { application, entity, owner }) =>
      renderCertificateOfOrganization({
        ...issued,
        entityName: nameOf(application),
        entityType: entityType(application.optionId),
        residentPermitNumber: entity.residentPermitNumber,
        registrationDate: issued.issuedAt,
        principalOffice: application.applicationData.entityDetails.principalOffice,
        representatives: owner.residentPermitNumber === null ? [] : [owner.residentPermitNumber],
      }),
  },
  {
    slug: 'rider-to-aoc',
    name: 'Rider to Agreement of Coexistence',
    render: (issued, { application, entity, owner }) => {
      const { agreement } = application;
      if (agreement === null) throw new Error(`application ${application.id} is not signed`);
      return renderRider({
        ...issued,
        entityName: nameOf(application),
        residentPermitNumber: entity.residentPermitNumber,
        agreementVersion: agreement.agreementVersion,
        agreementSha256: agreement.agreementSha256,
        signerName: agreement.signerName ?? signerOf(owner),
        signedAt: agreement.signedAt,
      });
    },
  },
];

/**
 * Issues the Certificate of Organization and the Rider to the Agreement of Coexistence of the entity that
 * the review's application became: however often it is repeated, one of each. Their ids follow from the
 * entity, their date is that of the approval.
 */
export async function issueIncorporationDocuments(
  reviewId: string,
  deps: WorkflowDeps,
): Promise<void> {
  const incorporation = await read(reviewId, deps);
  const { application, entity } = incorporation;
  const issuedAt = application.approvedAt ?? entity.createdAt;
  const present = new Set((await listDocuments(deps.table, entity.id)).map(({ id }) => id));
  for (const { slug, name, render } of documents) {
    const documentId = documentIdOf(entity.id, slug);
    if (present.has(documentId)) continue;
    const issued = { documentId, issuedAt, issuer: deps.issuer, verification: null };
    const content = await render(issued, incorporation);
    await issueDocument({ documentId, entityId: entity.id, slug, name, issuedAt, content }, deps);
  }
}

async function read(reviewId: string, deps: WorkflowDeps): Promise<Incorporation> {
  const { subject } = await requireReview(reviewId, deps);
  const application = await reviewedApplication(subject, deps);
  const [entity, owner] = await Promise.all([
    findEntity(deps.table, application.legalEntityId ?? ''),
    findPerson(deps.table, application.ownerId),
  ]);
  if (entity === null || owner === null) {
    throw new Error(`application ${application.id} has no entity, or its owner is missing`);
  }
  return { application, entity, owner };
}

/** The name that was approved, whatever the entity is called by now. */
function nameOf({ name, extension }: StoredApplication): string {
  return fullName({ name, extension, nameStartsWithExtension: false });
}

/** Who signs by the Manifestation of Will has not typed a name: it is the owner's. */
function signerOf({ givenName, surname, residentPermitNumber }: StoredPerson): string {
  const name = [givenName, surname].filter((part) => part !== null).join(' ');
  return name === '' ? `Resident ${residentPermitNumber}` : name;
}

/** An id in the form of all others, of which an entity has one for each kind of document. */
function documentIdOf(entityId: string, slug: string): string {
  const digest = createHash('sha256').update(`${entityId}/${slug}`).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
