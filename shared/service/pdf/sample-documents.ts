import { noChanges } from '../../amendments/domain/proposed-changes.ts';
import { renderCertificateOfAmendment } from '../../amendments/pdf/certificate-of-amendment.ts';
import { renderCertificateOfGoodStanding } from '../../certificates/pdf/requested-certificates.ts';
import { publishedTexts, registerOf } from '../../documents/agreements/register.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { renderCertificateOfOrganization } from '../../incorporation/pdf/certificate-of-organization.ts';
import { renderRider } from '../../incorporation/pdf/rider.ts';
import { renderAgreementOfCoexistence } from '../../residency/pdf/agreement-of-coexistence.ts';

const issuer = {
  registryName: 'Resident Registry',
  jurisdiction: 'Free Territory of Examplia',
  place: 'Port Example',
  registrarName: 'Ada Registrar',
  isSandbox: false,
};

const entity = {
  entityName: 'Northwind Example Ventures LLC',
  residentPermitNumber: '80000000000017',
};

const entityType = 'Limited Liability Company';
const registrationDate = '2026-03-02T09:30:00.000Z';

/** The common content of all samples. Only the number and the day differ. */
function issued(number: number, issuedAt: string, code: string) {
  const verification = { code, url: `https://registry.example/certificates/${code}` };
  const documentId = `00000000-0000-4000-8000-00000000000${number}`;
  return { documentId, issuedAt, issuer, verification, signing: null } satisfies Issued;
}

/** One sample of every document, with fictional data, for samples, measurements and tests. */
export const sampleDocuments: readonly {
  readonly name: string;
  /** Unsigned and from a fictional registry by default. */
  readonly render: (given?: Partial<Pick<Issued, 'signing' | 'issuer'>>) => Promise<Uint8Array>;
}[] = [
  {
    name: 'certificate-of-organization',
    render: (given) =>
      renderCertificateOfOrganization({
        ...issued(1, registrationDate, 'SAMP2EXRG2345678'),
        ...given,
        ...entity,
        entityType,
        registrationDate,
        principalOffice: {
          line1: '1 Lighthouse Quay',
          line2: 'Second Floor',
          city: 'Port Example',
          state: 'Harbour District',
          postalCode: '00001',
          country: 'Examplia',
        },
        representatives: [
          { name: 'Jane Quentin Specimen', residentPermitNumber: '90000000000024' },
          { name: 'Søren Ejempłowski', residentPermitNumber: '90000000000031' },
        ],
      }),
  },
  {
    name: 'rider',
    render: (given) =>
      renderRider({
        ...issued(2, registrationDate, 'SAMP2EXRD2345678'),
        ...given,
        ...entity,
        agreementVersion: '4.00',
        agreementSha256: 'a3f1c29e0b7d48655e12f0c49b8a7d6633215e4f90bbacd81724f6e0d95c3b18',
        signerName: 'Jane Q. Specimen',
        signedAt: '2026-02-27T16:04:09.000Z',
      }),
  },
  {
    name: 'certificate-of-amendment',
    render: (given) =>
      renderCertificateOfAmendment({
        ...issued(3, '2026-07-14T11:15:00.000Z', 'SAMP2EXAM2345678'),
        ...given,
        ...entity,
        filingId: '00000000-0000-4000-9000-000000000003',
        amendedAt: '2026-07-14T11:15:00.000Z',
        before: {
          ...noChanges,
          name: 'Northwind Sample Holdings',
          extension: 'LLC',
          nameStartsWithExtension: false,
          principalOfficeAddress: {
            line1: '1 Lighthouse Quay',
            line2: 'Second Floor',
            city: 'Port Example',
            state: 'Harbour District',
            postalCode: '00001',
            country: 'Examplia',
          },
        },
        changes: {
          ...noChanges,
          name: 'Northwind Example Ventures',
          principalOfficeAddress: {
            line1: '27 Observatory Lane',
            city: 'Upper Example',
            postalCode: '00014',
            country: 'Examplia',
          },
        },
      }),
  },
  {
    name: 'certificate-of-good-standing',
    render: (given) =>
      renderCertificateOfGoodStanding({
        ...issued(4, '2026-11-20T14:45:30.000Z', 'SAMP2EXGS2345678'),
        ...given,
        ...entity,
        entityType,
        registrationDate,
      }),
  },
  {
    name: 'agreement-of-coexistence',
    render: (given) => {
      const text = registerOf(publishedTexts).inForce('e_resident');
      const { title, version: agreementVersion } = text;
      return renderAgreementOfCoexistence({
        ...issued(5, registrationDate, 'SAMP2EXAC2345678'),
        ...given,
        title,
        agreementVersion,
        text: text.text,
        agreementSha256: 'a3f1c29e0b7d48655e12f0c49b8a7d6633215e4f90bbacd81724f6e0d95c3b18',
        residentName: 'Jane Quentin Specimen',
        residentPermitNumber: '90000000000024',
        residencyType: 'e-Resident',
        effectiveDate: registrationDate,
        signerName: 'Jane Q. Specimen',
        signedAt: '2026-02-27T16:04:09.000Z',
      });
    },
  },
];
