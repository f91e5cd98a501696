import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { factsOfFile } from '../../lib/deployment-facts.ts';
import { noChanges } from '../../shared/amendments/domain/proposed-changes.ts';
import { renderCertificateOfAmendment } from '../../shared/amendments/pdf/certificate-of-amendment.ts';
import { renderCertificateOfGoodStanding } from '../../shared/certificates/pdf/requested-certificates.ts';
import { defaultIssuer } from '../../shared/documents/pdf/issued.ts';
import { renderRider } from '../../shared/incorporation/pdf/rider.ts';
import { renderAgreementOfCoexistence } from '../../shared/residency/pdf/agreement-of-coexistence.ts';
import { sampleDocuments } from '../../shared/service/pdf/sample-documents.ts';
import { textInForce } from '../support/agreements.ts';
import { root } from '../support/documents.ts';
import { plainText, readPdf } from '../support/pdf-text.ts';
import { issued } from './extreme-documents.ts';

const titles: Readonly<Record<string, string>> = {
  'certificate-of-organization': 'Certificate of Organization',
  rider: 'Rider to the Agreement of Coexistence',
  'certificate-of-amendment': 'Certificate of Amendment',
  'certificate-of-good-standing': 'Certificate of Good Standing',
  'agreement-of-coexistence': 'Agreement of Coexistence for e-Residents',
};

const letterhead = 'RESIDENT REGISTRY Office of the Registrar · Free Territory of Examplia';

function footer(title: string, number: number): string {
  return `${title} · Document 00000000-0000-4000-8000-00000000000${number} Page 1 of 1`;
}

function number(last: number): string {
  return `Document 00000000-0000-4000-8000-00000000000${last}`;
}

function verified(code: string, groups: string): string {
  return `Verification code ${groups} https://registry.example/certificates/ ${code}`;
}

const registrar = 'Ada Registrar Registrar of the Resident Registry';

describe('every document', () => {
  test('has the same bytes for the same data', async () => {
    for (const { render } of sampleDocuments) {
      expect(Buffer.compare(await render(), await render())).toBe(0);
    }
  });

  test('with branding has crest, colour and address, fits one page, and is smaller than with the seal', async () => {
    const { branding } = factsOfFile(join(root, 'stages/examples/kestrel-isles.json'));
    for (const { name, render } of sampleDocuments) {
      const issuer = { ...defaultIssuer, registryName: 'Register of the Isles', branding };
      const bytes = await render({ issuer });
      const pdf = readPdf(bytes);
      expect({ pages: pdf.pageCount, title: pdf.info('Title'), first: pdf.structure[1] }).toEqual({
        ...{ pages: 1, title: titles[name] },
        first: { type: 'Figure', alt: 'Crest of the Register of the Isles' },
      });
      expect(plainText(pdf)).toContain(
        'REGISTER OF THE ISLES Office of the Registrar Register House, 3 Harbour Street, Hallsund',
      );
      expect(bytes.length).toBeLessThan((await render()).length);
      expect(Buffer.compare(await render({ issuer }), bytes)).toBe(0);
    }
  });

  test('is one tagged A4 page under 200 kB in English, with its title in the window', async () => {
    for (const { name, render } of sampleDocuments) {
      const bytes = await render();
      const pdf = readPdf(bytes);
      expect(bytes.length).toBeLessThan(200_000);
      expect({
        pages: pdf.pageCount,
        title: pdf.info('Title'),
        marked: pdf.catalogue('MarkInfo'),
        language: pdf.catalogue('Lang'),
        viewer: pdf.catalogue('ViewerPreferences'),
      }).toEqual({
        pages: 1,
        title: titles[name],
        marked: '<<\n/Marked true\n>>',
        language: 'en',
        viewer: '<<\n/DisplayDocTitle true\n>>',
      });
    }
  });

  test('embeds its fonts and has no missing glyph', async () => {
    for (const { render } of sampleDocuments) {
      const pdf = readPdf(await render());
      expect(pdf.fonts).toEqual({ count: 2, embedded: 2 });
      expect(pdf.texts.filter(({ hasMissingGlyph }) => hasMissingGlyph)).toEqual([]);
    }
  });
});

describe('the text of the documents', () => {
  test.each([
    [
      'certificate-of-organization',
      [
        footer('Certificate of Organization', 1),
        letterhead,
        'Certificate of Organization The Registrar of the Resident Registry certifies that',
        'Northwind Example Ventures LLC was organized and entered in the register on 2 March 2026 , and',
        'has existed as a legal entity from that day on.',
        'Type of entity Limited Liability Company',
        'Resident permit number 80000000000017',
        'Registration date 2 March 2026 (UTC)',
        'Principal office 1 Lighthouse Quay Second Floor 00001 Port Example, Harbour District Examplia',
        'Representatives, by resident permit number 90000000000024 · Jane Quentin Specimen 90000000000031 · Søren Ejempłowski',
        'Given at Port Example on 2 March 2026.',
        number(1),
        verified('SAMP2EXRG2345678', 'SAMP 2EXR G234 5678'),
        registrar,
      ],
    ],
    [
      'certificate-of-amendment',
      [
        footer('Certificate of Amendment', 3),
        letterhead,
        'Certificate of Amendment The Registrar of the Resident Registry certifies that',
        'Northwind Example Ventures LLC filed the amendment set out below, which was approved and',
        'entered in the register on 14 July 2026 .',
        'Resident permit number 80000000000017',
        'Filing 00000000-0000-4000-9000-000000000003',
        'Date of amendment 14 July 2026 (UTC)',
        'Former name Northwind Sample Holdings LLC',
        'New name Northwind Example Ventures LLC',
        'Former principal office 1 Lighthouse Quay Second Floor 00001 Port Example, Harbour District',
        'Examplia New principal office 27 Observatory Lane 00014 Upper Example Examplia',
        'Given at Port Example on 14 July 2026.',
        number(3),
        verified('SAMP2EXAM2345678', 'SAMP 2EXA M234 5678'),
        registrar,
      ],
    ],
    [
      'certificate-of-good-standing',
      [
        footer('Certificate of Good Standing', 4),
        letterhead,
        'Certificate of Good Standing The Registrar of the Resident Registry certifies that',
        'Northwind Example Ventures LLC is entered in the register, has an active residency, has not been',
        'dissolved, and is in good standing as of the instant stated below.',
        'Type of entity Limited Liability Company',
        'Resident permit number 80000000000017',
        'Registration date 2 March 2026 (UTC)',
        'In good standing as of 20 November 2026, 14:45:30 UTC',
        'This certificate states how the register stood at that instant. The page of its verification',
        'code tells whether it is genuine and whether the entity is in good standing today.',
        'Given at Port Example on 20 November 2026.',
        number(4),
        verified('SAMP2EXGS2345678', 'SAMP 2EXG S234 5678'),
        registrar,
      ],
    ],
  ])('%s', async (name, lines) => {
    const sample = sampleDocuments.find((document) => document.name === name);
    expect(plainText(readPdf((await sample?.render()) ?? new Uint8Array()))).toBe(lines.join(' '));
  });

  test('the rider names the agreement, its digest and the signature', async () => {
    const sample = sampleDocuments.find(({ name }) => name === 'rider');
    const text = plainText(readPdf((await sample?.render()) ?? new Uint8Array()));
    for (const part of [
      'By this Rider the following entity is a party to the Agreement of Coexistence: Northwind Example Ventures LLC',
      'Agreement Agreement of Coexistence, version 4.00',
      'a3f1c29e 0b7d4865 5e12f0c4 9b8a7d66 33215e4f 90bbacd8 1724f6e0 d95c3b18',
      '7. Precedence. This Rider identifies the entity',
      'Signed for the entity by Jane Q. Specimen Signed electronically 27 February 2026, 16:04:09 UTC',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain(verified('SAMP2EXRD2345678', 'SAMP 2EXR D234 5678'));
  });

  const agreement = {
    ...issued,
    title: 'Agreement of Coexistence for e-Residents',
    agreementVersion: 'v1',
    agreementSha256: 'a3f1c29e'.repeat(8),
    residentName: 'Jane Specimen',
    residentPermitNumber: '90000000000024',
    residencyType: 'e-Resident',
    effectiveDate: issued.issuedAt,
    signerName: 'Jane Q. Specimen',
    signedAt: '2026-02-27T16:04:09.000Z',
  };

  test('the agreement contains the whole signed text, the resident and the signature', async () => {
    const { text: signed } = textInForce('e_resident');
    const bytes = await renderAgreementOfCoexistence({ ...agreement, text: signed });
    const text = plainText(readPdf(bytes));
    for (const part of [
      ...signed.split('\n\n'),
      'Jane Specimen Resident permit number 90000000000024 Residency e-Resident In force from 20 November 2026 (UTC) Version v1',
      'Signed by Jane Q. Specimen Signed electronically 27 February 2026, 16:04:09 UTC',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('the agreement refers to its text by digest if the text is unknown', async () => {
    const text = plainText(
      readPdf(await renderAgreementOfCoexistence({ ...agreement, text: null })),
    );
    expect(text).toContain(
      '1. Text of the agreement. The text that was signed is the one of the version named above that has the SHA-256 digest stated above.',
    );
    expect(text).not.toContain('Admission');
  });
});

test('screen readers get a certificate’s heading, facts, images and link in reading order', async () => {
  const sample = sampleDocuments.find(({ name }) => name === 'certificate-of-good-standing');
  const fact = [{ type: 'LI' }, { type: 'Lbl' }, { type: 'LBody' }];
  expect(readPdf((await sample?.render()) ?? new Uint8Array()).structure).toEqual([
    { type: 'Document' },
    { type: 'Figure', alt: 'Seal of the Resident Registry' },
    { type: 'P' },
    { type: 'P' },
    { type: 'H1' },
    { type: 'P' },
    { type: 'P' },
    { type: 'P' },
    { type: 'L' },
    ...[fact, fact, fact, fact].flat(),
    { type: 'P' },
    { type: 'P' },
    { type: 'P' },
    { type: 'Figure', alt: 'QR code of https://registry.example/certificates/SAMP2EXGS2345678' },
    { type: 'P' },
    { type: 'P' },
    { type: 'Link' },
    { type: 'P' },
    { type: 'P' },
  ]);
});

const entity = {
  ...issued,
  entityName: 'Acme LLC',
  entityType: 'Limited Liability Company',
  residentPermitNumber: '80000000000017',
};

describe('refusals', () => {
  test('an amendment without changes is a RangeError', async () => {
    const nothing = {
      filingId: 'f',
      amendedAt: issued.issuedAt,
      before: {
        name: 'Acme',
        extension: 'LLC',
        nameStartsWithExtension: false,
        principalOfficeAddress: null,
      },
      changes: noChanges,
    };
    await expect(renderCertificateOfAmendment({ ...entity, ...nothing })).rejects.toEqual(
      new RangeError('Nothing was amended'),
    );
  });

  test('an invalid date is a RangeError', async () => {
    await expect(
      renderCertificateOfGoodStanding({ ...entity, registrationDate: 'yesterday' }),
    ).rejects.toEqual(new RangeError('Not an instant'));
    const rider = { agreementVersion: '1', agreementSha256: '00', signerName: 'A' };
    await expect(renderRider({ ...entity, ...rider, signedAt: '' })).rejects.toEqual(
      new RangeError('Not an instant'),
    );
  });
});

test('documents issued at the same instant have different file ids', async () => {
  const certificate = { ...entity, registrationDate: null };
  const one = await renderCertificateOfGoodStanding(certificate);
  const other = await renderCertificateOfGoodStanding({ ...certificate, documentId: 'another' });
  const fileId = (bytes: Uint8Array) =>
    /\/ID \[<([0-9a-f]+)>/.exec(String(Buffer.from(bytes)))?.[1];
  expect(fileId(one)).toMatch(/^[0-9a-f]{32}$/);
  expect(fileId(other)).not.toBe(fileId(one));
});

test('a rider accepted in advance does not mention a typed signature', async () => {
  const text = plainText(
    readPdf(
      await renderRider({
        ...entity,
        agreementVersion: 'v1',
        agreementSha256: '0'.repeat(64),
        method: 'manifestation_of_will',
        signerName: 'Ada Lovelace',
        signedAt: '2026-01-15T10:00:00.000Z',
      }),
    ),
  );
  expect(text).toContain('Accepted for the entity by Ada Lovelace');
  expect(text).toContain('with a signed Manifestation of Will');
  expect(text).not.toContain('typed');
});
