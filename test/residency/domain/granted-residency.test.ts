import { describe, expect, it } from 'vitest';
import { residencyTypes } from '../../../shared/people/domain/residency.ts';
import { isSameHolder } from '../../../shared/residency/domain/account-holder.ts';
import {
  appliedResidencyType,
  grantedResidency,
  isStepDown,
} from '../../../shared/residency/domain/granted-residency.ts';
import { appliedResidencies } from '../../../shared/residency/domain/residency-application-state.ts';

const now = '2026-03-01T09:30:00.000Z';
const running = (
  residencyType: (typeof residencyTypes)[number],
  terminationDate: string | null,
) => ({
  residencyType,
  effectiveDate: '2025-06-01T00:00:00.000Z',
  terminationDate,
});

describe('the residency granted by an approval', () => {
  it.each([
    ['limited_e_resident', 'Limited e-Resident', null],
    ['e_resident', 'e-Resident', '2027-03-01T09:30:00.000Z'],
    ['resident_annual', 'Resident', '2027-03-01T09:30:00.000Z'],
  ] as const)('for %s is %s until %s', (applied, residencyType, terminationDate) => {
    expect(grantedResidency(applied, null, now)).toEqual({
      residencyType,
      effectiveDate: now,
      terminationDate,
    });
  });

  it('ends on 1 March if its year begins on 29 February', () => {
    expect(grantedResidency('e_resident', null, '2028-02-29T12:00:00.000Z')).toEqual({
      residencyType: 'e-Resident',
      effectiveDate: '2028-02-29T12:00:00.000Z',
      terminationDate: '2029-03-01T12:00:00.000Z',
    });
  });

  it.each([
    [
      'of the same type that is current',
      'e-Resident',
      '2026-06-01T00:00:00.000Z',
      '2027-06-01T00:00:00.000Z',
    ],
    [
      'of the same type that has ended',
      'e-Resident',
      '2026-02-01T00:00:00.000Z',
      '2027-03-01T09:30:00.000Z',
    ],
    ['of the same type without end', 'e-Resident', null, null],
    ['of another type', 'Limited e-Resident', null, '2027-03-01T09:30:00.000Z'],
  ] as const)(
    'after a residency %s ends a year after it or after now, or never',
    (_, type, end, expected) => {
      const granted = grantedResidency('e_resident', running(type, end), now);
      expect(granted).toEqual({
        residencyType: 'e-Resident',
        effectiveDate: now,
        terminationDate: expected,
      });
    },
  );
});

describe('a step down', () => {
  it('is an approval that would end a current residency with more rights', () => {
    const pairs = appliedResidencies.flatMap((applied) =>
      residencyTypes
        .filter((type) => isStepDown(applied, running(type, null), now))
        .map((type) => `${type} -> ${applied}`),
    );
    expect(pairs.toSorted()).toEqual([
      'Resident -> e_resident',
      'Resident -> limited_e_resident',
      'e-Resident -> limited_e_resident',
    ]);
  });

  it('is not found without a current residency', () => {
    expect(isStepDown('limited_e_resident', running('Resident', now), now)).toBe(false);
    expect(isStepDown('limited_e_resident', null, now)).toBe(false);
  });
});

describe('the holder of an account', () => {
  const grace = { givenName: 'Gráce', surname: 'Hopper', dateOfBirth: '1990-12-09' };
  const nobody = { givenName: null, surname: null, dateOfBirth: null };

  it.each([
    ['without known details', nobody],
    ['with the same name and date of birth', grace],
    ['with other case, accents and spacing', { ...grace, givenName: ' GRACE', surname: 'hopper' }],
    ['with the same name and an unknown date of birth', { ...grace, dateOfBirth: null }],
  ])('can be the applicant: %s', (_, account) => {
    expect(isSameHolder(account, grace)).toBe(true);
  });

  it.each([
    ['given name', { ...nobody, givenName: 'Ada' }],
    ['surname', { ...nobody, surname: 'Hoppers' }],
    ['date of birth', { ...nobody, dateOfBirth: '1990-12-10' }],
  ])('is someone else if the %s differs', (_, account) => {
    expect(isSameHolder(account, grace)).toBe(false);
  });
});

describe('the residency applied for', () => {
  it('is displayed by its type', () => {
    expect(
      (['limited_e_resident', 'e_resident', 'resident_annual'] as const).map(appliedResidencyType),
    ).toEqual(['Limited e-Resident', 'e-Resident', 'Resident']);
  });

  it('is a step down from every current residency with more rights', () => {
    const now = '2026-03-01T12:00:00.000Z';
    const of = (residencyType: 'Limited e-Resident' | 'e-Resident' | 'Resident') => ({
      residencyType,
      effectiveDate: '2026-01-01T00:00:00.000Z',
      terminationDate: null,
    });
    const types = ['Limited e-Resident', 'e-Resident', 'Resident'] as const;
    const down = (['limited_e_resident', 'e_resident', 'resident_annual'] as const).map((applied) =>
      types.map((type) => isStepDown(applied, of(type), now)),
    );
    expect(down).toEqual([
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ]);
  });
});
