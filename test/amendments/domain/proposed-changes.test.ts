import { describe, expect, it } from 'vitest';
import {
  changedDetails,
  hasChanges,
  noChanges,
  type ProposedChanges,
  revisedChanges,
} from '../../../shared/amendments/domain/proposed-changes.ts';

const office = {
  line1: '1 Quay',
  line2: 'Floor 2',
  city: 'Port Town',
  state: 'Bay',
  postalCode: '1',
  country: 'HN',
};
const all: ProposedChanges = {
  name: 'Acme',
  extension: 'LLC',
  nameStartsWithExtension: false,
  principalOfficeAddress: office,
};

describe('proposals', () => {
  it('are empty if no field is proposed', () => {
    expect([hasChanges(noChanges), changedDetails(noChanges)]).toEqual([false, []]);
  });

  it.each([
    ['name', 'name'],
    ['extension', 'name'],
    ['nameStartsWithExtension', 'name'],
    ['principalOfficeAddress', 'principalOffice'],
  ] as const)('are not empty with only %s, and change the detail %s', (field, detail) => {
    const changes = { ...noChanges, [field]: all[field] };
    expect([hasChanges(changes), changedDetails(changes)]).toEqual([true, [detail]]);
  });
});

/** A signature covers the exact proposals, so any change to them voids it. */
describe('a revision of proposals', () => {
  it.each(['name', 'extension', 'nameStartsWithExtension', 'principalOfficeAddress'] as const)(
    'that removes %s is a change and keeps the other fields',
    (field) => {
      expect(revisedChanges(all, { [field]: null })).toEqual({
        next: { ...all, [field]: null },
        changed: true,
      });
      expect(revisedChanges(noChanges, { [field]: all[field] }).changed).toBe(true);
    },
  );

  it.each<[string, Partial<ProposedChanges>]>([
    ['name', { name: 'Acme Two' }],
    ['extension', { extension: 'L.L.C.' }],
    ['position of the extension', { nameStartsWithExtension: true }],
    ['street', { principalOfficeAddress: { ...office, line1: '2 Quay' } }],
    ['second line', { principalOfficeAddress: { ...office, line2: 'Floor 3' } }],
    ['second line (removed)', { principalOfficeAddress: { ...office, line2: null } }],
    ['city', { principalOfficeAddress: { ...office, city: 'Other Town' } }],
    ['state', { principalOfficeAddress: { ...office, state: 'Other' } }],
    ['state (removed)', { principalOfficeAddress: { ...office, state: undefined } }],
    ['postal code', { principalOfficeAddress: { ...office, postalCode: '2' } }],
    ['country', { principalOfficeAddress: { ...office, country: 'GT' } }],
  ])('with another %s is a change', (_, revision) => {
    expect(revisedChanges(all, revision)).toEqual({ next: { ...all, ...revision }, changed: true });
  });

  it.each<[string, ProposedChanges, Partial<ProposedChanges>]>([
    ['no fields', all, {}],
    ['the same values', all, { ...all, principalOfficeAddress: { ...office } }],
    ['empty proposals for empty proposals', noChanges, noChanges],
    [
      'null and undefined for missing address lines',
      { ...all, principalOfficeAddress: { ...office, line2: null, state: undefined } },
      { principalOfficeAddress: { ...office, line2: undefined, state: null } },
    ],
  ])('with %s is not a change', (_, before, revision) => {
    expect(revisedChanges(before, revision).changed).toBe(false);
  });
});
