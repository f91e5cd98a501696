import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { isRevokedPlace, listCredentials } from '../../shared/credentials/db/credentials.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { faults } from '../support/every-crash.ts';
import { functionHandler } from '../support/function-handler.ts';
import { aStoredCredential, revocationOf } from '../support/issued-credentials.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

// Without a journal: only these tests deliver changes, so calls can be counted.
const world = await useWorld();

let ada: Person;
let entity: { readonly id: string };

beforeEach(async () => {
  ada = await aResident(world);
  entity = await anEntity(world, { representatives: [ada.id] });
});

const now = () => new Date(world.clock.now).toISOString();

type Route = (event: object) => Promise<DynamoDBBatchResponse>;

/** A change as the stream delivers it. */
function recordOf(pk: string, sk: string, before: object, after: object): DynamoDBRecord {
  const image = (fields: object) =>
    marshall({ pk, sk, ...fields }, { removeUndefinedValues: true });
  return {
    eventID: '0123456789abcdef0123456789abcdef',
    eventSource: 'aws:dynamodb',
    eventName: 'MODIFY',
    dynamodb: {
      Keys: { pk: { S: pk }, sk: { S: sk } },
      OldImage: image(before),
      NewImage: image(after),
      SequenceNumber: '1',
      ApproximateCreationDateTime: 1,
    },
  } as DynamoDBRecord;
}

/** The router with a queue that records its messages. */
async function aRouter() {
  const sent: string[] = [];
  const route = await functionHandler<Route>('functions/outbox/route.ts', {
    log: world.log,
    table: world.table,
    now: world.deps.now,
    newId: world.deps.newId,
    queues: {
      send: async (_: string, bodies: readonly string[]) => {
        sent.push(...bodies);
        return [];
      },
      postpone: async () => {},
    },
    queueUrls: { ...world.deps.queueUrls, detour: 'detour' },
  });
  return {
    sent,
    route,
    /** Delivers the queued messages. */
    async rest() {
      for (const body of sent.splice(0)) {
        const record = {
          eventSource: 'aws:sqs',
          messageId: 'm',
          body,
          attributes: { ApproximateReceiveCount: '1' },
        };
        const { batchItemFailures } = await route({ Records: [record] });
        if (batchItemFailures.length > 0) sent.push(body);
      }
    },
  };
}

describe('the stream router', () => {
  const dissolved = () =>
    recordOf(
      `ENTITY#${entity.id}`,
      'ENTITY',
      { dissolutionDate: null, version: 1 },
      {
        dissolutionDate: now(),
        version: 2,
      },
    );

  async function dissolve() {
    const item = await getItem(world.table, keys.entity(entity.id));
    await transact(world.table, {
      entity: { put: { Item: { ...item, dissolutionDate: now() } } },
    });
  }

  it.each(faults)('loses no revocation if any of its table calls fails with %s', async (kind) => {
    const router = await aRouter();
    await dissolve();
    // The event feed records the change once.
    await router.route({ Records: [dissolved()] });
    await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
    world.proxy.calls.reset();
    await router.route({ Records: [dissolved()] });
    const calls = world.proxy.calls.count();
    expect(calls).toBeGreaterThanOrEqual(4);
    for (let call = 1; call <= calls; call += 1) {
      const credential = await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
      let seen = 0;
      world.proxy.failNext({
        kind,
        match: () => {
          seen += 1;
          return seen === call;
        },
      });
      await router.route({ Records: [dissolved()] });
      expect(world.proxy.pending()).toBe(0);
      for (let round = 0; router.sent.length > 0 && round < 5; round += 1) await router.rest();
      expect(router.sent).toEqual([]);
      expect(await isRevokedPlace(world.table, credential.status)).toBe(true);
      const [stored] = await listCredentials(world.table, ada.id);
      expect(stored?.revokedReason).toBe('entity_dissolved');
    }
  });

  it('retries a revocation through the queue if the table fails', async () => {
    const router = await aRouter();
    await dissolve();
    const credential = await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
    world.proxy.failNext({ operation: 'Query', kind: 'internal', times: 100 });
    const { batchItemFailures } = await router.route({ Records: [dissolved()] });
    world.proxy.disarm();
    expect(batchItemFailures).toEqual([]);
    expect(router.sent.map((body) => JSON.parse(body).event)).toContainEqual({
      type: 'credentials.retry',
      concern: { kind: 'entity', id: entity.id },
    });
    expect(await revocationOf(world, credential)).toBe(null);
    await router.rest();
    expect(await revocationOf(world, credential)).toBe('entity_dissolved');
  });

  it('reads no credentials for irrelevant changes, and once if the person has none', async () => {
    const nobody = await aResident(world);
    const calls = async (record: DynamoDBRecord) => {
      const asked: string[] = [];
      const { client } = world.table;
      const route = await functionHandler<Route>('functions/outbox/route.ts', {
        log: world.log,
        table: {
          ...world.table,
          client: {
            ...client,
            call: (operation: string, input: object) => {
              if (JSON.stringify(input).includes('CREDENTIAL#')) asked.push(operation);
              return client.call(operation as 'GetItem', input as never);
            },
          },
        },
        now: world.deps.now,
        newId: world.deps.newId,
        queues: { send: async () => [] },
        queueUrls: world.deps.queueUrls,
      });
      await route({ Records: [record] });
      return asked;
    };
    const pk = `PERSON#${nobody.id}`;
    expect(await calls(recordOf(pk, 'PERSON', { activeKeys: 1 }, { activeKeys: 2 }))).toEqual([]);
    const ended = recordOf(pk, 'PERSON', { status: 'active' }, { status: 'deactivated' });
    expect(await calls(ended)).toEqual(['Query']);
  });
});
