import { describe, expect, it } from 'vitest';
import { personName } from '../../../shared/kernel/domain/person-name.ts';
import {
  deactivated,
  endedByGrant,
  type PersonRevision,
  revisedPerson,
  terminatedResidency,
} from '../../../shared/people/domain/person.ts';

const year = (number: number) => `${number}-01-01T00:00:00.000Z`;
const span = (from: number, to: number | null) => ({
  effectiveDate: year(from),
  terminationDate: to === null ? null : year(to),
});

describe('a person’s name', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    [null, 'Lovelace', 'Lovelace'],
    ['', 'Lovelace', 'Lovelace'],
    [null, null, null],
    ['', '', null],
  ])('for %j and %j is %j', (givenName, surname, name) => {
    expect(personName({ givenName, surname })).toBe(name);
  });
});

describe('a granted residency', () => {
  it('ends an earlier one when it begins', () => {
    expect(endedByGrant([span(2020, null)], year(2025))).toEqual([span(2020, 2025)]);
  });

  it('leaves a residency that has ended unchanged', () => {
    expect(endedByGrant([span(2020, 2022), span(2023, 2025)], year(2025))).toEqual([]);
  });

  it('shortens a residency that would end later', () => {
    expect(endedByGrant([span(2020, 2030)], year(2025))).toEqual([span(2020, 2025)]);
  });

  it('ends a residency that begins later when it begins, so it has no duration', () => {
    expect(endedByGrant([span(2020, null), span(2027, null)], year(2025))).toEqual([
      span(2020, 2025),
      span(2027, 2027),
    ]);
  });
});

describe('a terminated residency', () => {
  const now = year(2025);

  it.each([
    ['now, without a date', span(2020, null), undefined, span(2020, 2025)],
    ['on the date', span(2020, null), year(2023), span(2020, 2023)],
    ['on a future date', span(2020, null), year(2028), span(2020, 2028)],
    ['earlier than it would have', span(2020, 2030), year(2023), span(2020, 2023)],
    ['when it begins, if that is in the future', span(2027, null), undefined, span(2027, 2027)],
    ['on its first day', span(2020, null), year(2020), span(2020, 2020)],
    ['when it already did, if no date is given', span(2020, 2022), undefined, span(2020, 2022)],
    ['unchanged, if the same date is given', span(2020, 2022), year(2022), span(2020, 2022)],
  ])('ends %s', (_, residency, date, next) => {
    expect(terminatedResidency(residency, date, now)).toEqual({ ok: true, next });
  });

  it.each([
    ['ends_before_it_begins', span(2020, null), year(2019)],
    ['ends_earlier', span(2020, 2022), year(2023)],
  ])('is refused with %s', (reason, residency, date) => {
    expect(terminatedResidency(residency, date, now)).toEqual({ ok: false, reason });
  });
});

describe('a deactivated account', () => {
  it('has no active keys and a new credential epoch', () => {
    const person = { id: 'p', status: 'active', activeKeys: 3, credentialEpoch: 1 };
    expect(deactivated(person)).toEqual({
      id: 'p',
      status: 'deactivated',
      activeKeys: 0,
      credentialEpoch: 2,
    });
  });
});

describe('a revised person', () => {
  const address = { line1: '1 Harbour Street', city: 'Port Town', postalCode: '1', country: 'HN' };
  const person = {
    email: 'Ada@example.com',
    emailVerified: true,
    givenName: 'Ada',
    surname: null,
    dateOfBirth: null,
    sex: null,
    countryOfBirth: null,
    citizenships: ['GB', 'HN'],
    address,
    phoneNumber: null,
  };

  it.each<[string, PersonRevision, object, string[]]>([
    ['keeps absent fields', {}, {}, []],
    ['keeps undefined fields', { givenName: undefined }, {}, []],
    ['gets new values', { surname: 'King' }, { surname: 'King' }, ['surname']],
    ['loses null fields', { givenName: null }, { givenName: null }, ['givenName']],
    [
      'gets a new list instead of the old one',
      { citizenships: ['GB'] },
      { citizenships: ['GB'] },
      ['citizenships'],
    ],
    ['reports no unchanged fields', { givenName: 'Ada', citizenships: ['GB', 'HN'] }, {}, []],
    ['treats an absent address line as null', { address: { ...address, line2: null } }, {}, []],
    [
      'must verify a new email address',
      { email: 'ada@other.example' },
      { email: 'ada@other.example', emailVerified: false },
      ['email'],
    ],
    [
      'keeps the verification of the same address in another case',
      { email: 'ada@EXAMPLE.com' },
      { email: 'ada@EXAMPLE.com' },
      ['email'],
    ],
  ])('%s', (_, revision, difference, changed) => {
    expect(revisedPerson(person, revision)).toEqual({
      next: { ...person, ...difference },
      changed,
    });
  });
});
