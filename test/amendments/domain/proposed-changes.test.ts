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
  it('are none while nothing is proposed', () => {
    expect([hasChanges(noChanges), changedDetails(noChanges)]).toEqual([false, []]);
  });

  it.each([
    ['name', 'name'],
    ['extension', 'name'],
    ['nameStartsWithExtension', 'name'],
    ['principalOfficeAddress', 'principalOffice'],
  ] as const)('are there with %s alone, and are about the detail %s', (field, detail) => {
    const changes = { ...noChanges, [field]: all[field] };
    expect([hasChanges(changes), changedDetails(changes)]).toEqual([true, [detail]]);
  });
});

/** Anyone who signed, signed these proposals: what is new in them voids the signature. */
describe('a revision of proposals', () => {
  it.each(['name', 'extension', 'nameStartsWithExtension', 'principalOfficeAddress'] as const)(
    'that takes %s back says something new, and leaves the others',
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
    ['place of the extension', { nameStartsWithExtension: true }],
    ['street', { principalOfficeAddress: { ...office, line1: '2 Quay' } }],
    ['second line', { principalOfficeAddress: { ...office, line2: 'Floor 3' } }],
    ['second line, which is gone', { principalOfficeAddress: { ...office, line2: null } }],
    ['city', { principalOfficeAddress: { ...office, city: 'Other Town' } }],
    ['state', { principalOfficeAddress: { ...office, state: 'Other' } }],
    ['state, which is gone', { principalOfficeAddress: { ...office, state: undefined } }],
    ['postal code', { principalOfficeAddress: { ...office, postalCode: '2' } }],
    ['country', { principalOfficeAddress: { ...office, country: 'GT' } }],
  ])('with another %s says something new', (_, revision) => {
    expect(revisedChanges(all, revision)).toEqual({ next: { ...all, ...revision }, changed: true });
  });

  it.each<[string, ProposedChanges, Partial<ProposedChanges>]>([
    ['nothing', all, {}],
    ['what was said', all, { ...all, principalOfficeAddress: { ...office } }],
    ['nothing of nothing', noChanges, noChanges],
    [
      'that there is still no second line, and no state',
      { ...all, principalOfficeAddress: { ...office, line2: null, state: undefined } },
      { principalOfficeAddress: { ...office, line2: undefined, state: null } },
    ],
  ])('that says %s says nothing new', (_, before, revision) => {
    expect(revisedChanges(before, revision).changed).toBe(false);
  });
});
