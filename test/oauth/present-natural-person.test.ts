import { describe, expect, it } from 'vitest';
import { countryName } from '../../shared/kernel/contracts/address.ts';
import {
  IdVerification,
  NaturalPerson,
  PersonDocuments,
  presentIdVerification,
  presentNaturalPerson,
  presentPersonDocuments,
  presentResidencyStatus,
  ResidencyStatus,
} from '../../shared/oauth/contracts/natural-person.ts';

const now = '2026-03-01T12:00:00.000Z';
const person = {
  givenName: 'Ada',
  surname: 'Lovelace',
  dateOfBirth: '1990-05-17',
  sex: 'female',
  countryOfBirth: 'GB',
  citizenships: ['GB', 'HN'],
  address: { line1: '12 Harbour Street', city: 'Port Town', postalCode: '10101', country: 'HN' },
  phoneNumber: '+50422000000',
  residentPermitNumber: '90000000000012',
} as const;

describe('a natural person', () => {
  it('has country names, a letter for the sex, and a date of birth at midnight', () => {
    const shown = presentNaturalPerson(person);
    expect(shown).toEqual({
      givenName: 'Ada',
      surname: 'Lovelace',
      name: 'Ada Lovelace',
      residentPermitNumber: '90000000000012',
      countryOfBirth: 'United Kingdom',
      citizenships: ['United Kingdom', 'Honduras'],
      dateOfBirth: '1990-05-17T00:00:00.000Z',
      sex: 'F',
      address: {
        country: 'Honduras',
        line1: '12 Harbour Street',
        line2: null,
        city: 'Port Town',
        state: null,
        postalCode: '10101',
      },
      phoneNumber: '+50422000000',
    });
    expect(NaturalPerson.parse(shown)).toEqual(shown);
  });

  it('has null for missing fields', () => {
    const bare = {
      ...person,
      dateOfBirth: null,
      sex: null,
      countryOfBirth: null,
      citizenships: [],
      address: null,
      phoneNumber: null,
      residentPermitNumber: null,
    };
    expect(presentNaturalPerson(bare)).toEqual({
      givenName: 'Ada',
      surname: 'Lovelace',
      name: 'Ada Lovelace',
      residentPermitNumber: null,
      countryOfBirth: null,
      citizenships: [],
      dateOfBirth: null,
      sex: null,
      address: null,
      phoneNumber: null,
    });
  });

  it('is null without a name, and can have only a given name or only a surname', () => {
    expect(presentNaturalPerson({ ...person, givenName: null, surname: null })).toBeNull();
    expect(presentNaturalPerson({ ...person, givenName: null, surname: 'Suharto' })).toMatchObject({
      ...{ givenName: '', surname: 'Suharto', name: 'Suharto' },
    });
    expect(presentNaturalPerson({ ...person, givenName: 'Suharto', surname: null })).toMatchObject({
      ...{ givenName: 'Suharto', surname: '', name: 'Suharto' },
    });
  });

  it('keeps a country that is not a known code', () => {
    expect(['GB', 'Honduras', 'ZZZ', 'QX', ''].map((each) => countryName(each))).toEqual([
      'United Kingdom',
      'Honduras',
      'ZZZ',
      'QX',
      '',
    ]);
  });
});

const agreement = {
  aocId: 'aoc-1',
  slug: 'agreement-of-coexistence',
  version: 'v08.29.2024',
  documentId: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
};
const residency = (effectiveDate: string, terminationDate: string | null = null) => ({
  residencyType: 'e-Resident' as const,
  effectiveDate: `${effectiveDate}T00:00:00.000Z`,
  terminationDate: terminationDate && `${terminationDate}T00:00:00.000Z`,
});
const status = (...residencies: Parameters<typeof presentResidencyStatus>[0][number][]) => {
  const shown = presentResidencyStatus(residencies, {
    now,
    agreementInForce: (type) => `version for ${type}`,
  });
  expect(ResidencyStatus.parse(shown)).toEqual(shown);
  return shown;
};

describe('a person’s residency status', () => {
  it('has the version of the agreement that was signed for the residency', () => {
    expect(status({ ...residency('2024-01-01', '2027-01-01'), agreement })).toEqual({
      wasEverResident: true,
      activeResidency: {
        effectiveDate: '2024-01-01T00:00:00.000Z',
        terminationDate: '2027-01-01T00:00:00.000Z',
        residencyType: 'e-Resident',
        version: 'v08.29.2024',
      },
    });
  });

  it('has the version of the agreement in force if no signature was recorded', () => {
    expect(status(residency('2024-01-01')).activeResidency?.version).toBe('version for e-Resident');
  });

  it('shows the earlier residency until the later one begins', () => {
    const both = status(residency('2024-01-01', '2026-04-01'), residency('2026-04-01'));
    expect(both.activeResidency?.effectiveDate).toBe('2024-01-01T00:00:00.000Z');
  });

  it.each([
    ['there never was one', [], false],
    ['it has ended', [residency('2024-01-01', '2025-01-01')], true],
    ['it has not begun', [residency('2027-01-01')], false],
    ['it was superseded before it began', [residency('2025-01-01', '2025-01-01')], false],
  ])('has no active residency if %s', (_, residencies, wasEverResident) => {
    expect(status(...residencies)).toEqual({ wasEverResident, activeResidency: null });
  });
});

describe('an identity verification', () => {
  const nothing = { documentFront: null, documentBack: null, face: null };

  it('has null in every field if there is none', () => {
    const shown = {
      id: null,
      type: null,
      documentType: null,
      date: null,
      status: null,
      documents: nothing,
    };
    expect(presentIdVerification(null)).toEqual(shown);
    expect(presentIdVerification(undefined)).toEqual(shown);
    expect(IdVerification.parse(shown)).toEqual(shown);
  });

  it.each([
    ['passport', 'passport'],
    ['library card', 'other'],
    [null, null],
  ])('shows the document %s as %s', (documentType, shownType) => {
    const id = '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21';
    const shown = presentIdVerification({ id, verifiedAt: now, documentType });
    expect(shown).toEqual({
      id,
      type: null,
      documentType: shownType,
      date: now,
      status: 'approved',
      documents: nothing,
    });
    expect(IdVerification.parse(shown)).toEqual(shown);
  });
});

describe('a person’s documents', () => {
  const signed = {
    id: agreement.documentId,
    name: 'Agreement of Coexistence',
    slug: 'agreement-of-coexistence',
    version: 'v08.29.2024',
    fileUrl: 'https://documents.example/signed',
  };
  const granted = { ...residency('2024-01-01'), agreement };

  it('include the agreement of the active residency and its signed copy', () => {
    const shown = presentPersonDocuments([signed], [granted], now);
    expect(shown).toEqual({
      data: [signed],
      agreementOfCoexistence: {
        aocId: 'aoc-1',
        slug: 'agreement-of-coexistence',
        version: 'v08.29.2024',
        residencyType: 'e-Resident',
        effectiveDate: '2024-01-01T00:00:00.000Z',
        terminationDate: null,
        templatePdfUrl: null,
        signedDocumentId: agreement.documentId,
        signedDocumentUrl: 'https://documents.example/signed',
      },
    });
    expect(PersonDocuments.parse(shown)).toEqual(shown);
  });

  it('do not include a signed copy that operators have hidden', () => {
    expect(presentPersonDocuments([], [granted], now).agreementOfCoexistence).toMatchObject({
      signedDocumentId: null,
      signedDocumentUrl: null,
    });
  });

  it.each([
    ['there is no residency', []],
    ['no signature was recorded', [residency('2024-01-01')]],
    ['the residency has ended', [{ ...residency('2024-01-01', '2025-01-01'), agreement }]],
  ])('include no agreement if %s', (_, residencies) => {
    expect(presentPersonDocuments([signed], residencies, now)).toEqual({
      data: [signed],
      agreementOfCoexistence: null,
    });
  });
});
