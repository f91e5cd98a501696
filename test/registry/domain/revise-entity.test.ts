import { describe, expect, it } from 'vitest';
import {
  type RevisableEntity,
  revisedEntity,
} from '../../../shared/registry/domain/revise-entity.ts';

const address = { line1: '1 Harbour Street', city: 'Port Town', postalCode: '1', country: 'HN' };

const entity: RevisableEntity = {
  optionId: 'llc',
  name: 'Acme',
  extension: 'LLC',
  nameStartsWithExtension: false,
  formationDate: '2026-01-15T00:00:00.000Z',
  registrationDate: '2026-01-16T00:00:00.000Z',
  dissolutionDate: null,
  principalOfficeAddress: address,
  createdViaAPI: false,
  taxState: 'current',
  residency: { effectiveDate: '2026-01-16T00:00:00.000Z', terminationDate: null },
};

describe('reviseEntity', () => {
  it('sets fields with a value and keeps fields that are absent or undefined', () => {
    expect(revisedEntity(entity, { name: 'Zenith', extension: undefined })).toEqual({
      next: { ...entity, name: 'Zenith' },
      changed: ['name'],
    });
  });

  it('clears fields that are null', () => {
    expect(revisedEntity(entity, { formationDate: null, principalOfficeAddress: null })).toEqual({
      next: { ...entity, formationDate: null, principalOfficeAddress: null },
      changed: ['formationDate', 'principalOfficeAddress'],
    });
  });

  it('merges the residency field by field', () => {
    const terminationDate = '2026-06-01T00:00:00.000Z';
    const ended = revisedEntity(entity, { residency: { terminationDate } });
    expect(ended).toEqual({
      next: { ...entity, residency: { ...entity.residency, terminationDate } },
      changed: ['residency'],
    });
    expect(revisedEntity(ended.next, { residency: { terminationDate: null } }).next).toEqual(
      entity,
    );
  });

  it('reports no changes for a revision that changes nothing', () => {
    const same = {
      name: 'Acme',
      principalOfficeAddress: { line2: null, ...address },
      residency: {},
    };
    expect(revisedEntity(entity, same).changed).toEqual([]);
    expect(revisedEntity(entity, {})).toEqual({ next: entity, changed: [] });
  });
});
