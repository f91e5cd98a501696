import { issueCertifiedDocument } from '../shared/certificates/usecases/issue-certificate.ts';
import { newVerification } from '../shared/certificates/usecases/verify-certificate.ts';
import { listDocuments, type StoredDocument } from '../shared/documents/db/documents.ts';
import { documentIdOf, issuance } from '../shared/documents/usecases/issue-document.ts';
import { renderCertificateOfOrganization } from '../shared/incorporation/pdf/certificate-of-organization.ts';
import { keys } from '../shared/kernel/db/keys.ts';
import { transact } from '../shared/kernel/db/transact.ts';
import { entityType, fullName, type PostalAddress } from '../shared/kernel/domain/legal-entity.ts';
import { personName } from '../shared/kernel/domain/person-name.ts';
import { findPeople } from '../shared/people/db/people.ts';
import { requireEntity } from '../shared/registry/db/entities.ts';
import { listRepresentatives } from '../shared/registry/db/representatives.ts';
import type { DemoDeps } from './demo-deps.ts';

const slug = 'certificate-of-organization';

/** The office of the entity that has documents. */
export const demoOffice: PostalAddress = {
  line1: '12 Harbour Street',
  city: 'Port Town',
  postalCode: '10101',
  country: 'HN',
};

/**
 * Issues the entity's Certificate of Organization as the registry does: typeset, signed, and with a verifiable code. A
 * later start finds it. If the table was kept but the directory of files was not, it is issued again.
 */
export async function issueDemoDocuments(entityId: string, deps: DemoDeps): Promise<void> {
  const documents = await listDocuments(deps.table, entityId);
  const known = documents.find((document) => document.slug === slug);
  if (known !== undefined) {
    if ((await deps.documents.size(known.objectKey)) !== null) return;
    await transact(deps.table, { document: { remove: { Key: keyOf(known) } } });
  }
  const [entity, representatives] = await Promise.all([
    requireEntity(deps.table, entityId),
    listRepresentatives(deps.table, entityId),
  ]);
  const people = await findPeople(
    deps.table,
    representatives.map(({ personId }) => personId),
  );
  const documentId = documentIdOf(entityId, slug);
  const verification = newVerification(deps);
  const entityName = fullName(entity);
  const { residentPermitNumber, createdAt: issuedAt } = entity;
  const content = await renderCertificateOfOrganization({
    ...{ documentId, issuedAt, ...issuance(deps), verification, entityName, residentPermitNumber },
    entityType: entityType(entity.optionId),
    registrationDate: issuedAt,
    principalOffice: entity.principalOfficeAddress ?? demoOffice,
    representatives: people.map((person) => ({
      name: personName(person),
      residentPermitNumber: person.residentPermitNumber ?? '',
    })),
  });
  await issueCertifiedDocument(
    { documentId, entityId, slug, name: 'Certificate of Organization', issuedAt, content },
    {
      code: verification.code,
      certificate: { type: 'certificate_of_organization', entityName, residentPermitNumber },
    },
    deps,
  );
}

function keyOf({ entityId, createdAt, id }: StoredDocument) {
  return keys.document(entityId, createdAt, id);
}
