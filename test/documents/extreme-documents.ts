import { renderCertificateOfAmendment } from '../../shared/amendments/pdf/certificate-of-amendment.ts';
import { renderCertificateOfGoodStanding } from '../../shared/certificates/pdf/requested-certificates.ts';
import { defaultIssuer, type Issued } from '../../shared/documents/pdf/issued.ts';
import {
  type Representative,
  renderCertificateOfOrganization,
} from '../../shared/incorporation/pdf/certificate-of-organization.ts';
import { renderRider } from '../../shared/incorporation/pdf/rider.ts';
import { renderAgreementOfCoexistence } from '../../shared/residency/pdf/agreement-of-coexistence.ts';
import { textInForce } from '../support/agreements.ts';

const url = 'https://a-host-with-quite-a-long-name.registry.example.org/certificates/ABCDEFGHJKLM';

export const issued = {
  documentId: '3f2b8c1e-5d77-4a36-9a59-0d4c1be2a001',
  issuedAt: '2026-11-20T14:45:30.000Z',
  issuer: defaultIssuer,
  verification: { code: 'ABCDEFGHJKLM', url },
  signing: null,
};

type Signed = Pick<Issued, 'signing'> & Partial<Pick<Issued, 'issuer'>>;

const unsigned: Signed = { signing: null };

/** An address with every line as long as the API allows. */
function maxLength(character: string) {
  return {
    line1: character.repeat(200),
    line2: 'Word '.repeat(40),
    city: character.repeat(100),
    state: 'A State of Many Words '.repeat(4),
    postalCode: character.repeat(20),
    country: character.repeat(100),
  };
}

function representatives(count: number, name = 'Jane Specimen'): readonly Representative[] {
  return Array.from({ length: count }, (_, number) => ({
    name,
    residentPermitNumber: String(90_000_000_000_000 + number),
  }));
}

/** The certificate of an entity with this many representatives. */
export function organizationWith(count: number, signed: Signed = unsigned): Promise<Uint8Array> {
  return renderCertificateOfOrganization({
    ...issued,
    ...signed,
    entityName: 'Acme LLC',
    entityType: 'Limited Liability Company',
    residentPermitNumber: '80000000000017',
    registrationDate: '2026-03-02T09:30:00.000Z',
    principalOffice: { line1: '1 Quay', city: 'Port', postalCode: '1', country: 'Examplia' },
    representatives: representatives(count),
  });
}

/** The data that all documents about an entity with this name share. */
function entityNamed(entityName: string) {
  return {
    ...issued,
    entityName,
    entityType: 'Limited Liability Company',
    residentPermitNumber: '80000000000017',
    registrationDate: '2026-03-02T09:30:00.000Z',
  };
}

/** The smallest document about an entity with this name. */
export function goodStandingOf(entityName: string, signed: Signed = unsigned): Promise<Uint8Array> {
  return renderCertificateOfGoodStanding({ ...entityNamed(entityName), ...signed });
}

/** The rider about an entity with this name, which appears in both font weights. */
export function riderAbout(entityName: string, signed: Signed = unsigned): Promise<Uint8Array> {
  return renderRider({
    ...entityNamed(entityName),
    ...signed,
    agreementVersion: '4.00',
    agreementSha256: 'a3f1c29e'.repeat(8),
    signerName: entityName,
    signedAt: '2026-02-27T16:04:09.000Z',
  });
}

/** Every document about an entity with this name, with the longest addresses of this character. */
export async function renderAll(
  entityName: string,
  character: string,
  signed: Signed = unsigned,
): Promise<readonly Uint8Array[]> {
  const entity = { ...entityNamed(entityName), ...signed };
  const address = maxLength(character);
  const before = {
    name: entityName,
    extension: '',
    nameStartsWithExtension: false,
    principalOfficeAddress: address,
  };
  return [
    await renderCertificateOfGoodStanding(entity),
    await renderCertificateOfOrganization({
      ...entity,
      principalOffice: address,
      representatives: representatives(3, entityName),
    }),
    await riderAbout(entityName, signed),
    await renderCertificateOfAmendment({
      ...entity,
      filingId: '0d4c1be2-5d77-4a36-9a59-3f2b8c1ea002',
      amendedAt: issued.issuedAt,
      before,
      changes: before,
    }),
    await renderAgreementOfCoexistence({
      ...issued,
      ...signed,
      title: textInForce('resident_annual').title,
      agreementVersion: '4.00',
      text: textInForce('resident_annual').text,
      agreementSha256: 'a3f1c29e'.repeat(8),
      residentName: entityName,
      residentPermitNumber: '90000000000024',
      residencyType: 'Resident',
      effectiveDate: issued.issuedAt,
      signerName: entityName,
      signedAt: '2026-02-27T16:04:09.000Z',
    }),
  ];
}
