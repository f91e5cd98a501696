import { describe, expect, it } from 'vitest';
import { amendmentStatuses } from '../../shared/amendments/domain/amendment.ts';
import { certificateStatuses } from '../../shared/certificates/domain/certificate.ts';
import { applicationStatuses } from '../../shared/incorporation/domain/application.ts';
import { residencyApplicationStatuses } from '../../shared/residency/domain/residency-application-state.ts';
import { endedStates, isCaseDue } from '../../shared/retention/domain/case-end.ts';

const statuses = {
  legal_entity_application: applicationStatuses,
  amendment: amendmentStatuses,
  certificate_request: certificateStatuses,
  residency_application: residencyApplicationStatuses,
} as const;
// Object.entries widens the keys to string.
const all = Object.entries(statuses).flatMap(([type, each]) =>
  each.map((statusId) => [type as keyof typeof statuses, statusId] as const),
);

const before = '2026-06-01T00:00:00.000Z';
const old = '2026-05-31T23:59:59.999Z';
const state = (statusId: string, paidAt: string | null = null) => ({
  statusId,
  paidAt,
  createdAt: '2026-01-01T00:00:00.000Z',
});

describe('a case that can be erased automatically', () => {
  it.each(all)('depends on its state: %s in %s', (type, statusId) => {
    const isFinal = /^(Rejected|Cancelled)$/.test(statusId);
    const isBegun = /^(Draft|Pending Payment)$/.test(statusId);
    expect(isCaseDue('rejected', type, state(statusId), old, before)).toBe(isFinal);
    expect(isCaseDue('abandoned', type, state(statusId), old, before)).toBe(isBegun);
    // A paid draft stays, whatever its status; a rejected case is erased.
    expect(isCaseDue('abandoned', type, state(statusId, old), old, before)).toBe(false);
    expect(isCaseDue('rejected', type, state(statusId, old), old, before)).toBe(isFinal);
  });

  it.each(all)('is never erased before its days are over: %s in %s', (type, statusId) => {
    for (const end of ['rejected', 'abandoned'] as const) {
      expect(isCaseDue(end, type, state(statusId), before, before)).toBe(false);
      const young = { ...state(statusId), createdAt: before };
      expect(isCaseDue(end, type, young, null, before)).toBe(false);
    }
  });

  it('has a state that is listed once at most, and is never approved or under review', () => {
    for (const [type, each] of Object.entries(statuses)) {
      const named = Object.values(endedStates).flatMap((of) => Object(of)[type] as string[]);
      expect(new Set(named).size).toBe(named.length);
      expect(named.every((one) => (each as readonly string[]).includes(one))).toBe(true);
      for (const kept of ['Pending Review', 'Approved', 'Issued'])
        expect(named).not.toContain(kept);
    }
  });
});
