import { describe, expect, it } from 'vitest';
import { noChanges, restoredFields } from '../../../shared/amendments/domain/proposed-changes.ts';

const previousValues = {
  name: 'Acme',
  extension: 'LLC',
  nameStartsWithExtension: false,
  principalOfficeAddress: null,
};
const renamed = { ...previousValues, name: 'Bolt' };
const at = '2026-03-01T12:00:00.000Z';
const amendment = (id: string, entityVersion: number | undefined, fields: object = {}) => ({
  ...{ id, entityVersion, approvedAt: at, previousValues },
  proposedChanges: { ...noChanges, name: 'Bolt' },
  ...fields,
});

describe('restoredFields', () => {
  it('restores the values before the approval, only for fields that the amendment changed', () => {
    expect(restoredFields(amendment('one', 2), [], { ...renamed, extension: 'LC' })).toEqual({
      kind: 'restores',
      fields: { name: 'Acme' },
    });
  });

  it('treats the later version as covering if two approvals have the same time', () => {
    const [one, two] = [amendment('one', 2), amendment('two', 3, { previousValues: renamed })];
    expect(restoredFields(one, [two], renamed)).toEqual({ kind: 'covered', by: 'two' });
    expect(restoredFields(two, [one], renamed)).toEqual({
      kind: 'restores',
      fields: { name: 'Bolt' },
    });
  });

  it.each([
    ['annulled', { annulment: {} }],
    ['not approved', { approvedAt: null }],
    ['approved earlier', { approvedAt: '2026-02-28T12:00:00.000Z', entityVersion: 9 }],
    ['for another field', { proposedChanges: { ...noChanges, extension: 'LC' } }],
  ])('is not covered by an amendment that is %s', (_, fields) => {
    const other = amendment('two', 3, fields);
    expect(restoredFields(amendment('one', 2), [other], renamed)).toMatchObject({
      kind: 'restores',
    });
  });

  it('names the last of several covering amendments', () => {
    const others = [amendment('two', 3), amendment('three', 4)];
    expect(restoredFields(amendment('one', 2), others, renamed)).toEqual({
      kind: 'covered',
      by: 'three',
    });
  });

  it('is covered by an operator’s change if the value differs', () => {
    expect(restoredFields(amendment('one', 2), [], { ...renamed, name: 'Cog' })).toEqual({
      kind: 'covered',
      by: null,
    });
  });
});
