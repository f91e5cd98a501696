import { expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { freeTexts } from '../../shared/platform/domain/audit-entry.ts';
import { operatorOf } from '../support/admin.ts';
import { openPrivacyWatch } from '../support/privacy.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);

interface Entry {
  readonly details: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
}

const begun = async () => {
  const [entry] = (await operator.data('GET', '/audit?action=maintenance.started&limit=1')) as [
    Entry,
  ];
  return entry;
};

it('a reason typed by an operator is stored beside the audit entry and shown with it', async () => {
  const reason = 'Wilhelmina Example has called';
  await world.admin('PUT', '/maintenance', { reason });
  const entry = await begun();
  expect(entry).toMatchObject({ reason, details: { retryAfterSeconds: 600 } });
  expect(JSON.stringify(entry.details)).not.toContain('Wilhelmina');
  const { reasonId } = entry.details;
  // A reason may contain personal data; it can be erased without changing the entry.
  await transact(world.table, { reason: { remove: { Key: keys.actReason(String(reasonId)) } } });
  expect(await begun()).toEqual({ ...entry, reason: null });
  await world.admin('POST', '/maintenance/end', { reason: 'done' });
});

it('an audit detail that is free text or undeclared is found', () => {
  expect(freeTexts({ reason: 'name_taken', carryOut: true, events: ['a'], version: 3 })).toEqual(
    [],
  );
  expect(freeTexts({ reason: 'Ada has called' })).toEqual(['reason']);
  expect(freeTexts({ browser: 'Firefox' })).toEqual(['browser']);
  expect(freeTexts({ changed: ['givenName', 'Ada Lovelace, of London'] })).toEqual(['changed']);
  const watch = openPrivacyWatch();
  const entry = { id: 'e', action: 'a.b', details: { reason: 'Ada has called' } };
  const none = { lines: [], events: [], mails: [] };
  expect(watch.complaints({ ...none, entries: [entry] })).toEqual([
    'audit entry a.b has reason, which is no id, word, time or count',
  ]);
});
