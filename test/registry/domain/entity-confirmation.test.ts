import { describe, expect, it } from 'vitest';
import {
  confirmationOf,
  dueConfirmationNotice,
} from '../../../shared/registry/domain/entity-confirmation.ts';

const entity = { registrationDate: '2024-03-15T23:30:00.000Z', dissolutionDate: null };
const from = '2025-01-01';
const at = (day: string, confirmed: readonly number[] = [], since: string | undefined = from) =>
  confirmationOf(entity, confirmed, since, `${day}T12:00:00.000Z`);

describe('the annual confirmation', () => {
  it.each([
    ['2024-03-16', [], 'not_due', '2025-03-15'],
    ['2025-02-12', [], 'not_due', '2025-03-15'],
    ['2025-02-13', [], 'due', '2025-03-15'],
    ['2025-03-15', [], 'due', '2025-03-15'],
    ['2025-03-16', [], 'overdue', '2025-03-15'],
    ['2026-02-12', [], 'overdue', '2025-03-15'],
    ['2026-02-13', [], 'due', '2026-03-15'],
    ['2025-02-13', [2025], 'confirmed', '2025-03-15'],
    ['2026-02-12', [2025], 'confirmed', '2025-03-15'],
    ['2026-02-13', [2025], 'due', '2026-03-15'],
    ['2026-03-16', [2025], 'overdue', '2026-03-15'],
  ] as const)(
    'on %s, with confirmations for %j, is %s with due date %s',
    (day, confirmed, statusId, dueOn) => {
      expect(at(day, confirmed)).toEqual({ statusId, dueOn, year: Number(dueOn.slice(0, 4)) });
    },
  );

  it('is required only for due dates on or after the date in the setting', () => {
    expect(at('2027-06-01', [], '2027-03-16')).toEqual({
      statusId: 'not_due',
      dueOn: '2028-03-15',
      year: 2028,
    });
    expect(at('2027-06-01', [], '2027-03-15')).toMatchObject({ statusId: 'overdue' });
  });

  it('is not required without the setting, after dissolution or without a registration date', () => {
    const none = { statusId: 'not_required', dueOn: null, year: null };
    const now = '2026-03-01T00:00:00.000Z';
    expect(confirmationOf(entity, [], undefined, now)).toEqual(none);
    expect(confirmationOf({ ...entity, dissolutionDate: now }, [], from, now)).toEqual(none);
    expect(confirmationOf({ ...entity, registrationDate: null }, [], from, now)).toEqual(none);
  });

  it('for a registration on 29 February is due on 1 March in other years', () => {
    const leap = { registrationDate: '2024-02-29T00:00:00.000Z', dissolutionDate: null };
    const dueIn = (now: string) => confirmationOf(leap, [], from, `${now}T00:00:00.000Z`).dueOn;
    expect([dueIn('2025-02-10'), dueIn('2028-02-10')]).toEqual(['2025-03-01', '2028-02-29']);
  });
});

it.each([
  [31, null],
  [30, 30],
  [8, 30],
  [7, 7],
  [0, 7],
  [-1, -1],
  [-7, -1],
  [-8, null],
])('%i days before the annual confirmation is due, its notice is %s', (days, step) => {
  const now = new Date(Date.parse('2026-03-15T12:00:00.000Z') - days * 86_400_000).toISOString();
  expect(dueConfirmationNotice('2026-03-15', now)).toBe(step);
});
