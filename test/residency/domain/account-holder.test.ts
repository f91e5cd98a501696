import { describe, expect, it } from 'vitest';
import type { PersonNames } from '../../../shared/kernel/domain/person-name.ts';
import {
  type ApplicantAccount,
  type ApplicantAccountStatus,
  applicantAccountStatus,
  differencesBetween,
  linkBlocker,
} from '../../../shared/residency/domain/account-holder.ts';
import type { HolderConfirmation } from '../../../shared/residency/domain/residency-application-state.ts';

const used: ApplicantAccount = {
  id: 'ada',
  status: 'active',
  emailVerified: true,
  credentialEpoch: 3,
  givenName: 'Ada',
  surname: 'Lovelace',
  dateOfBirth: '1990-12-10',
  residentPermitNumber: null,
  residencyApplicationId: null,
};
const blank = { givenName: null, surname: null, dateOfBirth: null, residencyApplicationId: 'one' };
const confirmation: HolderConfirmation = {
  personId: 'ada',
  credentialEpoch: 3,
  confirmedAt: '2026-03-01T12:00:00.000Z',
};

describe('the account with the applicant’s email address', () => {
  it.each<[ApplicantAccountStatus, ApplicantAccount | null, HolderConfirmation | null | undefined]>(
    [
      ['none', null, confirmation],
      ['deactivated', { ...used, status: 'deactivated' }, confirmation],
      ['unused', { ...used, emailVerified: false }, null],
      ['unused', { ...used, emailVerified: false }, confirmation],
      ['unconfirmed', used, null],
      ['unconfirmed', used, { ...confirmation, personId: 'somebody who had the address' }],
      ['unconfirmed', used, { ...confirmation, credentialEpoch: 2 }],
      ['confirmed', used, confirmation],
      ['opened_with_application', { ...used, ...blank }, undefined],
      ['unconfirmed', { ...used, ...blank }, null],
      ['unconfirmed', { ...used, ...blank, residencyApplicationId: 'another' }, null],
      ['unconfirmed', { ...used, ...blank, surname: 'Lovelace' }, null],
      ['unconfirmed', { ...used, ...blank, residentPermitNumber: '90000000000001' }, null],
    ],
  )('has the status %s', (status, account, holderConfirmation) => {
    expect(applicantAccountStatus(account, { id: 'one', holderConfirmation })).toBe(status);
  });

  it('can be linked if its holder confirmed or opened it here, or if unused with matching details', () => {
    const blockers = Object.entries(linkBlocker).map(([status, judge]) => [
      status,
      judge(true),
      judge(false),
    ]);
    expect(blockers).toEqual([
      ['none', null, null],
      ['deactivated', 'applicant_deactivated', 'applicant_deactivated'],
      ['unused', null, 'account_linking_required'],
      ['opened_with_application', null, null],
      ['unconfirmed', 'holder_unconfirmed', 'holder_unconfirmed'],
      ['confirmed', null, null],
    ]);
  });
});

describe('the differences between an application and an account', () => {
  const applicant = {
    givenName: 'Ada',
    surname: 'Lovelace',
    dateOfBirth: '1990-12-10',
    sex: 'female',
    countryOfBirth: 'GB',
    citizenships: ['GB', 'HN'],
    address: { line1: '1 Square', city: 'London', postalCode: 'SW1', country: 'GB' },
    phoneNumber: '+44 1',
  } as const;

  it('ignore unknown fields, case, accents, order and spacing', () => {
    const unknown = {
      ...{ givenName: null, surname: null, dateOfBirth: null, sex: null, countryOfBirth: null },
      ...{ citizenships: [], address: null, phoneNumber: null },
    };
    expect(differencesBetween(applicant, unknown)).toEqual([]);
    const spelled = { ...applicant, givenName: ' ÀDA', citizenships: ['HN', 'GB'] };
    expect(differencesBetween(applicant, spelled)).toEqual([]);
  });

  it('are found in given name and surname separately', () => {
    const account = {
      ...{ dateOfBirth: null, sex: null, countryOfBirth: null },
      ...{ citizenships: [], address: null, phoneNumber: null },
    };
    const of = (name: string, other: string) => {
      const names = { givenName: other, surname: other };
      const asked = { ...applicant, givenName: name, surname: name };
      return differencesBetween(asked, { ...account, ...names });
    };
    expect(of('Ada  Maria', ' ADA Mária ')).toEqual([]);
    expect(of('Łukasz O’Neill', "Lukasz O'Neill")).toEqual([]);
    expect(of('Ada Maria', 'AdaMaria')).toEqual(['givenName', 'surname']);
  });

  it('ignore whether a single name is given name or surname', () => {
    const of = (account: PersonNames, asked: { givenName: string; surname: string }) =>
      differencesBetween({ ...applicant, ...asked }, { ...applicant, ...account });
    const single = { givenName: '', surname: 'Suharto' };
    expect(of({ givenName: null, surname: 'SUHARTO' }, single)).toEqual([]);
    expect(of({ givenName: 'Suharto', surname: null }, single)).toEqual([]);
    expect(of({ givenName: 'Sukarno', surname: null }, single)).toEqual(['givenName']);
    expect(of({ givenName: 'Ada', surname: null }, { givenName: 'Ada', surname: 'King' })).toEqual(
      [],
    );
    expect(of({ givenName: 'Ada', surname: 'King' }, { givenName: 'Ada', surname: '' })).toEqual([
      'surname',
    ]);
  });

  it('are the fields that differ, in display order', () => {
    const other = {
      ...{ givenName: 'Grace', surname: 'Hopper', dateOfBirth: '1990-12-11', sex: 'male' as const },
      ...{ countryOfBirth: 'US', citizenships: ['GB'], phoneNumber: '+1' },
      address: { ...applicant.address, line2: 'Flat 2' },
    };
    expect(differencesBetween(applicant, other)).toEqual([
      'givenName',
      'surname',
      'dateOfBirth',
      'sex',
      'countryOfBirth',
      'citizenships',
      'address',
      'phoneNumber',
    ]);
    expect(differencesBetween(applicant, { ...applicant, surname: 'King' })).toEqual(['surname']);
  });
});
