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

describe('the name of a person', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    [null, 'Lovelace', 'Lovelace'],
    ['', 'Lovelace', 'Lovelace'],
    [null, null, null],
    ['', '', null],
  ])('of %j and %j is %j', (givenName, surname, name) => {
    expect(personName({ givenName, surname })).toBe(name);
  });
});

describe('a residency that is granted', () => {
  it('ends an earlier one where it begins', () => {
    expect(endedByGrant([span(2020, null)], year(2025))).toEqual([span(2020, 2025)]);
  });

  it('leaves one alone that had ended before', () => {
    expect(endedByGrant([span(2020, 2022), span(2023, 2025)], year(2025))).toEqual([]);
  });

  it('cuts one off that would end later', () => {
    expect(endedByGrant([span(2020, 2030)], year(2025))).toEqual([span(2020, 2025)]);
  });

  it('leaves no time to one that begins later, and never a negative one', () => {
    expect(endedByGrant([span(2020, null), span(2027, null)], year(2025))).toEqual([
      span(2020, 2025),
      span(2027, 2027),
    ]);
  });
});

describe('a residency that is terminated', () => {
  const now = year(2025);

  it.each([
    ['now, without a date', span(2020, null), undefined, span(2020, 2025)],
    ['on the date', span(2020, null), year(2023), span(2020, 2023)],
    ['on a date to come', span(2020, null), year(2028), span(2020, 2028)],
    ['earlier than it would have', span(2020, 2030), year(2023), span(2020, 2023)],
    ['where it begins, if that is to come', span(2027, null), undefined, span(2027, 2027)],
    ['on its first day', span(2020, null), year(2020), span(2020, 2020)],
    ['when it did, without a date', span(2020, 2022), undefined, span(2020, 2022)],
    ['when it does, on the same date', span(2020, 2022), year(2022), span(2020, 2022)],
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

describe('an account that is deactivated', () => {
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

describe('a person who is revised', () => {
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
    ['keeps what is absent', {}, {}, []],
    ['keeps what is undefined', { givenName: undefined }, {}, []],
    ['gets what is new', { surname: 'King' }, { surname: 'King' }, ['surname']],
    ['loses what is null', { givenName: null }, { givenName: null }, ['givenName']],
    [
      'gets a list in place of a list',
      { citizenships: ['GB'] },
      { citizenships: ['GB'] },
      ['citizenships'],
    ],
    ['says nothing of what is the same', { givenName: 'Ada', citizenships: ['GB', 'HN'] }, {}, []],
    [
      'takes an absent line of an address for null',
      { address: { ...address, line2: null } },
      {},
      [],
    ],
    [
      'has to verify another e-mail address',
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
