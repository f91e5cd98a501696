import { describe, expect, it } from 'vitest';
import {
  newVerificationCode,
  readVerificationCode,
} from '../../../shared/certificates/domain/verification-code.ts';
import {
  eligibilityOf,
  entityStanding,
  entityStatus,
  goodStanding,
  isCertain,
} from '../../../shared/registry/domain/good-standing.ts';

const now = '2026-03-01T12:00:00.000Z';
const before = '2026-02-28T12:00:00.000Z';
const after = '2026-03-02T12:00:00.000Z';
const entity = {
  optionId: 'llc',
  dissolutionDate: null,
  residency: { effectiveDate: before, terminationDate: null },
  taxState: 'current',
} as const;
const ineligible = (reason: string) => ({ eligible: false, reason, taxCompliant: null });

describe('eligibilityOf (spec 2.8)', () => {
  it.each([
    ['an LLC', entity, true],
    ['a for-profit corporation', { ...entity, optionId: 'for_profit_corp' }, true],
    ['an entity with overdue taxes', { ...entity, taxState: 'overdue' as const }, false],
    ['an entity with an unknown tax state', { ...entity, taxState: 'unknown' as const }, null],
    ['an entity that will be dissolved', { ...entity, dissolutionDate: after }, true],
  ])('of %s', (_, facts, taxCompliant) => {
    expect(eligibilityOf(facts, now)).toEqual({ eligible: true, reason: null, taxCompliant });
    expect(entityStatus(facts, now)).toBe('active');
    expect(goodStanding(facts, now)).toBe(taxCompliant);
    expect(isCertain(facts, now)).toBe(taxCompliant === true);
  });

  it.each([
    ['an entity of another type', { ...entity, optionId: 'nonprofit' }, 'not_eligible_entity_type'],
    ['a dissolved entity', { ...entity, dissolutionDate: now }, 'not_in_good_standing'],
    [
      'an entity whose residency has ended',
      { ...entity, residency: { effectiveDate: before, terminationDate: now } },
      'not_in_good_standing',
    ],
    [
      'an entity whose residency has not begun',
      { ...entity, residency: { effectiveDate: after, terminationDate: null } },
      'not_in_good_standing',
    ],
    ['an annulled entity', { ...entity, annulment: {} }, 'not_in_good_standing'],
  ])('of %s', (_, facts, reason) => {
    expect(eligibilityOf(facts, now)).toEqual(ineligible(reason));
    expect(isCertain(facts, now)).toBe(false);
  });
});

describe('entityStatus, goodStanding and entityStanding', () => {
  const ended = { effectiveDate: before, terminationDate: now };
  const later = { effectiveDate: after, terminationDate: null };
  it.each([
    [{}, 'active', true, 'good'],
    [{ taxState: 'overdue' as const }, 'active', false, 'taxes_overdue'],
    [{ taxState: 'unknown' as const }, 'active', null, 'taxes_unknown'],
    [{ optionId: 'nonprofit' }, 'active', true, 'without_certificate'],
    [{ optionId: 'nonprofit', taxState: 'overdue' as const }, 'active', false, 'taxes_overdue'],
    [{ residency: later }, 'pending', false, 'pending'],
    [{ residency: ended }, 'expired', false, 'expired'],
    [{ dissolutionDate: after }, 'active', true, 'good'],
    [{ dissolutionDate: now, residency: ended }, 'dissolved', false, 'dissolved'],
    [{ dissolutionDate: now, annulment: {} }, 'annulled', false, 'annulled'],
  ])('of %j', (fields, status, good, standing) => {
    const facts = { ...entity, ...fields };
    expect(entityStatus(facts, now)).toBe(status);
    expect(goodStanding(facts, now)).toBe(good);
    expect(entityStanding(facts, now)).toBe(standing);
  });
});

describe('a certificate verification code', () => {
  it('has 80 random bits in 16 unambiguous characters', () => {
    const asked: number[] = [];
    const code = newVerificationCode((bytes) => {
      asked.push(bytes);
      return Uint8Array.from({ length: bytes }, (_, index) => index * 37);
    });
    expect(asked).toEqual([16]);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/);
  });

  it.each(['K7QM2XW9HT4RZC6N', 'k7qm 2xw9 ht4r zc6n', ' K7QM-2XW9–HT4R-zc6n\n'])(
    'is recognized in %j',
    (text) => {
      expect(readVerificationCode(text)).toBe('K7QM2XW9HT4RZC6N');
    },
  );

  it.each(['', 'K7QM2XW9HT4RZC6', 'K7QM2XW9HT4RZC60', 'K7QM2XW9HT4RZC6NN', '../K7QM2XW9HT4RZ'])(
    'is not recognized in %j',
    (text) => {
      expect(readVerificationCode(text)).toBeNull();
    },
  );
});
