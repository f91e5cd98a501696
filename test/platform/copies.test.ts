import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { operatorOf } from '../support/admin.ts';
import { useEvidence } from '../support/evidence.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
const evidence = await useEvidence(world);
/** Someone who can write to the table without the service. */
const intruder = DynamoDBDocumentClient.from(
  new DynamoDBClient({ ...localAws, endpoint: world.databaseEndpoint }),
);

const entriesOf = async (subjectId: string) =>
  (await evidence.records()).flatMap((record) =>
    record.kind === 'entry' && Reflect.get(Object(record.entry['subject']), 'id') === subjectId
      ? [record.entry]
      : [],
  );
const factsOf = async (pk: string) =>
  (await evidence.records())
    .flatMap((record) => (record.kind === 'fact' && record.pk === pk ? [record] : []))
    // Packets are named after their content, so the order of changes comes from the facts.
    .toSorted((one, other) => Number(one.sequence) - Number(other.sequence))
    .map(({ of, state }) => ({ of, state }));

describe('the copier', () => {
  it('copies each audit entry exactly once, with the content of the audit trail', async () => {
    const { id } = await operator.aPerson();
    world.clock.now += 60_000;
    await world.admin('POST', `/persons/${id}/deactivate`);
    await evidence.drained();
    const read = await operator.data('GET', `/audit?subjectId=${id}`);
    // The reason and the request id are shown with an entry, but are not part of its copy.
    type Read = { reason?: unknown; requestId?: unknown };
    const trail = (read as Read[]).map(({ reason: _, requestId: __, ...entry }) => entry);
    // Packets are named after their content, so their order means nothing.
    expect(new Set(await entriesOf(id))).toEqual(new Set(trail));
    expect(await entriesOf(id)).toHaveLength(2);
  });

  it('writes a batch only once if it died after writing and gets the batch again', async () => {
    let deaths = 0;
    evidence.between.put = async (key, content) => {
      await evidence.store.put(key, content);
      deaths += 1;
      evidence.between.put = undefined;
      throw new Error('killed');
    };
    const { id } = await operator.aPerson();
    await evidence.drained();
    expect([deaths, (await entriesOf(id)).length]).toEqual([1, 1]);
    const before = await evidence.store.list('copies/');
    for (const event of evidence.events) await evidence.copy(event);
    expect(await evidence.store.list('copies/')).toEqual(before);
  });

  it('loses nothing while the bucket refuses writes', async () => {
    let refusals = 3;
    evidence.between.put = async (key, content) => {
      if (refusals === 0) return evidence.store.put(key, content);
      refusals -= 1;
      throw new Error('SlowDown');
    };
    const { id } = await operator.aPerson();
    await evidence.drained();
    expect([refusals, (await entriesOf(id)).length]).toEqual([0, 1]);
    evidence.between.put = undefined;
  });

  it('copies deactivations, revoked keys and used vouchers, and nothing else', async () => {
    const { id } = await operator.aPerson();
    await operator.data('POST', `/persons/${id}/api_keys`, { kind: 'standard' });
    await world.admin('POST', `/persons/${id}/deactivate`);
    await world.admin('POST', `/persons/${id}/reactivate`);
    await evidence.drained();
    expect(await factsOf(keys.person(id).pk)).toMatchObject([
      { of: 'person', state: { status: 'deactivated', credentialEpoch: expect.any(Number) } },
      { of: 'personalKey', state: { revokedAt: expect.any(String) } },
      { of: 'person', state: { status: 'active' } },
    ]);
    const states = (await factsOf(keys.person(id).pk)).map(({ state }) => Object.keys(state ?? {}));
    expect(states).toEqual([
      ['credentialEpoch', 'status'],
      ['revokedAt'],
      ['credentialEpoch', 'status'],
    ]);
  });

  it('keeps both versions of an entry that was changed without the service, and reports the change', async () => {
    const { id } = await operator.aPerson();
    const [entry] = (await operator.data('GET', `/audit?subjectId=${id}`)) as unknown as {
      id: string;
      at: string;
    }[];
    const Key = keys.audit(id, entry?.at ?? '', entry?.id ?? '');
    const at = { TableName: world.table.name, Key };
    await intruder.send(
      new UpdateCommand({
        ...at,
        UpdateExpression: 'SET outcome = :refused',
        ExpressionAttributeValues: { ':refused': 'refused' },
      }),
    );
    await intruder.send(new DeleteCommand(at));
    await evidence.drained();
    const found = (await evidence.records()).filter(
      (record) => record.kind === 'tampering' && record.pk === Key.pk,
    );
    const outcomes = found.map((record) => Reflect.get(record, 'entry').outcome);
    expect(outcomes.toSorted()).toEqual(['refused', 'success']);
    expect(
      world.log.lines.filter((line) => JSON.stringify(line).includes('was changed')),
    ).toHaveLength(2);
  });
});
