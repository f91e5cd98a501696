import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { isTampered } from '../../shared/platform/domain/record.ts';
import { auditAct } from '../../shared/platform/usecases/audit.ts';
import { copyFormerEntries } from '../../shared/platform/usecases/copy-changes.ts';
import { verifyEvidence } from '../../shared/platform/usecases/verify-evidence.ts';
import { operatorOf } from '../support/admin.ts';
import { useEvidence } from '../support/evidence.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const evidence = await useEvidence(world);
const plain = new DynamoDBClient({ ...localAws, endpoint: world.databaseEndpoint });
/** Someone who can write to the table without the service. */
const intruder = DynamoDBDocumentClient.from(plain);
afterAll(() => plain.destroy());

const at = (instant: string) => {
  world.clock.now = Date.parse(instant);
};
const now = () => new Date(world.clock.now);
const told = () =>
  world.log.lines
    .filter(({ message }) => message === isTampered)
    .map(({ fields }) => ({ entryId: fields['entryId'], missing: fields['missing'] }));
const entriesOf = async (id: string) =>
  (await operator.data('GET', `/audit?subjectId=${id}`)) as unknown as {
    readonly id: string;
    readonly at: string;
  }[];

it('signing a day reports entries that were removed or changed, even if the stream missed it', async () => {
  at('2026-03-01T12:00:00.000Z');
  const { id } = await operator.aPerson();
  at('2026-03-01T12:01:00.000Z');
  await world.admin('POST', `/persons/${id}/deactivate`);
  const well = await operator.aPerson();
  await evidence.drained();
  const [deactivated, made] = await entriesOf(id);
  if (!deactivated || !made) throw new Error('set-up: no entries');
  const keyOf = (entry: typeof made) => {
    const { pk, sk } = keys.audit(id, entry.at, entry.id);
    return { TableName: world.table.name, Key: { pk, sk } };
  };
  await intruder.send(new DeleteCommand(keyOf(deactivated)));
  await intruder.send(
    new UpdateCommand({
      ...keyOf(made),
      UpdateExpression: 'SET outcome = :other',
      ExpressionAttributeValues: { ':other': 'refused' },
    }),
  );
  await evidence.drained();
  // Only the comparison is tested here: the copier's own log lines are skipped.
  const byStream = told().length;
  at('2026-03-02T01:00:00.000Z');
  expect(await evidence.close()).toEqual({ closed: ['2026-03-01'] });
  expect(new Set(told().slice(byStream))).toEqual(
    new Set([
      { entryId: deactivated.id, missing: true },
      { entryId: made.id, missing: false },
    ]),
  );
  expect(JSON.stringify(told())).not.toContain(well.id);
  // A day is compared only once.
  await evidence.close();
  expect(told()).toHaveLength(byStream + 2);
});

it('a day is signed even if it contains a foreign item, which is reported', async () => {
  at('2026-03-02T12:00:00.000Z');
  const id = '00000000-0000-4000-8000-000000000000';
  const Item = { ...keys.audit(id, '2026-03-02T12:00:00.000Z', id), id };
  await intruder.send(new PutCommand({ TableName: world.table.name, Item }));
  await evidence.drained();
  at('2026-03-03T01:00:00.000Z');
  expect(await evidence.close()).toEqual({ closed: ['2026-03-02'] });
  expect(told()).toContainEqual({ entryId: id, missing: false });
  // The rest can still be verified and replayed.
  const from = new Date('2026-03-02T00:00:00.000Z');
  const { findings } = await verifyEvidence(
    { from, to: now() },
    { table: world.table, store: evidence.store, now },
  );
  expect(findings).toMatchObject([
    { what: id, wrong: expect.stringContaining('not an audit entry') },
  ]);
});

it('entries older than the copier are copied once, but none that the copier should have copied', async () => {
  // One entry from before the copier's first day, which its stream never had; and one of that day that was not copied.
  const lost = { old: '2026-01-10T12:00:00.000Z', late: '2026-03-01T18:00:00.000Z' };
  const ids: Record<string, string> = {};
  const before = evidence.failures.length;
  evidence.between.put = async () => 'there';
  for (const [name, instant] of Object.entries(lost)) {
    const entry = {
      at: instant,
      actor: system,
      action: `test.${name}`,
      subject: { type: 'test', id: name },
      details: {},
    };
    await transact(world.table, { ...auditAct(world.deps, entry) });
    ids[name] = (await entriesOf(name))[0]?.id ?? '';
  }
  await evidence.drained();
  evidence.between.put = undefined;
  expect(evidence.failures).toHaveLength(before);

  at('2026-03-05T12:00:00.000Z');
  const deps = { table: world.table, store: evidence.store, now };
  const verified = async () => {
    const from = new Date('2026-01-01T00:00:00.000Z');
    const { findings } = await verifyEvidence({ from, to: now() }, deps);
    return findings.filter(({ wrong }) => wrong === 'is missing in the copies');
  };
  expect(await verified()).toMatchObject([{ what: ids['old'] }, { what: ids['late'] }]);
  expect(await copyFormerEntries({ carryOut: false }, deps)).toEqual({
    since: '2026-03-01',
    inTable: 1,
    copied: 1,
  });
  expect(await verified()).toHaveLength(2);
  expect(await copyFormerEntries({ carryOut: true }, deps)).toMatchObject({ copied: 1 });
  // The entry that the copier should have copied is still reported as missing.
  expect(await verified()).toMatchObject([{ what: ids['late'] }]);
  expect(await copyFormerEntries({ carryOut: true }, deps)).toMatchObject({
    inTable: 1,
    copied: 0,
  });
  const records = await evidence.records();
  const copied = records.filter(
    (record) => record.kind === 'entry' && record.entry['id'] === ids['old'],
  );
  expect(copied).toHaveLength(1);
});

it('entries older than the copier are not copied before it has begun', async () => {
  const empty = { ...evidence.store, list: async () => [] };
  const deps = { table: world.table, store: empty, now };
  expect(await copyFormerEntries({ carryOut: true }, deps)).toEqual({
    since: null,
    inTable: 0,
    copied: 0,
  });
});
