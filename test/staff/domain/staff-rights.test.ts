import { describe, expect, it } from 'vitest';
import {
  decideStaff,
  mayDo,
  rightsOf,
  type StaffMember,
  staffTransitions,
} from '../../../shared/staff/domain/staff-rights.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = '2026-03-02T12:00:00.000Z';
const personId = 'p';
const active: StaffMember = {
  personId,
  roles: ['reviewer'],
  subjectTypes: ['amendment'],
  status: 'active',
  addedAt: at,
  changedAt: at,
};
const removed: StaffMember = { ...active, status: 'removed' };
const commands = {
  add: { type: 'add', roles: ['senior_reviewer', 'reviewer'], subjectTypes: null },
  revise: { type: 'revise', roles: ['senior_reviewer'] },
  remove: { type: 'remove' },
} as const;

describe('the status of a staff member', () => {
  it.each(
    Object.entries({ none: null, active, removed }).flatMap(([status, member]) =>
      Object.values(commands).map((command) => [status, command.type, member, command] as const),
    ),
  )('follows the transition table from %s on %s', (status, type, member, command) => {
    const next = staffTransitions[status as keyof typeof staffTransitions][type];
    const decision = decideStaff(member, personId, command, later);
    expect(decision.ok ? decision.next.status : undefined).toBe(next);
  });

  it('keeps the order of roles and the fields that are not given', () => {
    expect(decideStaff(null, personId, commands.add, at)).toMatchObject({
      next: { roles: ['reviewer', 'senior_reviewer'], subjectTypes: null, addedAt: at },
    });
    expect(decideStaff(active, personId, commands.revise, later)).toMatchObject({
      next: {
        roles: ['senior_reviewer'],
        subjectTypes: ['amendment'],
        addedAt: at,
        changedAt: later,
      },
    });
    const same = { type: 'revise', roles: ['reviewer'] } as const;
    expect(decideStaff(active, personId, same, later)).toEqual({ ok: true, next: active });
    const both = { type: 'revise', roles: ['auditor', 'reviewer'] } as const;
    expect(decideStaff(active, personId, both, later)).toEqual({
      ok: false,
      reason: 'auditor_exclusive',
    });
  });
});

describe('staff rights', () => {
  const rosa = { email: 'ROSA@registry.example ', emailVerified: true };
  const setting = (reviewers: readonly string[], isTakenOver = false) => ({
    reviewers,
    isTakenOver,
  });

  it.each([
    [' rosa@Registry.example', true],
    ['rosa@registry.example.net', false],
    ['', false],
  ])('come from the REVIEWERS setting %j: %j', (address, expected) => {
    const rights = rightsOf(rosa, null, setting([address]));
    expect(mayDo(rights, 'case.approve', 'amendment')).toBe(expected);
  });

  it('come from the staff item if there is one, and require a verified address', () => {
    const all = setting(['rosa@registry.example']);
    expect(rightsOf(rosa, removed, all)).toBeNull();
    expect(rightsOf(rosa, active, setting([]))).toBe(active);
    expect(rightsOf({ ...rosa, emailVerified: false }, active, all)).toBeNull();
    expect(rightsOf({ ...rosa, emailVerified: false }, null, all)).toBeNull();
    expect(rightsOf(rosa, null, setting(['rosa@registry.example'], true))).toBeNull();
  });

  it('are limited by case type only for reviewers', () => {
    expect(mayDo(active, 'case.approve', 'amendment')).toBe(true);
    expect(mayDo(active, 'case.read', 'residency_application')).toBe(false);
    const auditor: StaffMember = { ...active, roles: ['auditor'] };
    expect(mayDo(auditor, 'case.read', 'residency_application')).toBe(true);
    expect(mayDo(auditor, 'case.approve', 'amendment')).toBe(false);
    expect(mayDo(null, 'queue.read')).toBe(false);
  });
});
