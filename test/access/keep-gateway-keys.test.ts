import type { SQSBatchResponse } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/outbox/keep-gateway-keys.ts';
import {
  type GatewayKeys,
  noGatewayKeys,
  noRoomForGatewayKey,
} from '../../shared/access/aws/gateway-keys.ts';
import { findKey } from '../../shared/access/db/api-keys.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import { revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import type { RateLimits } from '../../shared/kernel/domain/rate-window.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import type { OutboxEvent } from '../../shared/platform/domain/outbox-event.ts';
import type { GatewayKeyDeps } from '../../shared/service/deps/outbox.ts';
import { noon, operator } from '../support/core-deps.ts';
import { keptLog } from '../support/log.ts';
import { messageOf } from '../support/message.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { nobody } from '../support/people.ts';
import { freshTable } from '../support/table.ts';

let deps: GatewayKeyDeps;
let made: Map<string, string>;
let personId: string;

beforeEach(async () => {
  made = new Map();
  deps = { ...outboxDepsOn(await freshTable()), gatewayKeys: heldIn(made) };
  personId = (await registerPerson({ ...nobody, email: 'ada@example.com' }, operator, deps)).id;
});

/** The port as API Gateway would serve it; keys by name. */
function heldIn(names: Map<string, string>): GatewayKeys {
  return {
    ...noGatewayKeys,
    ensure: async ({ keyId, plan }) => {
      names.set(keyId, names.get(keyId) ?? `gateway-${names.size + 1}`);
      return { id: String(names.get(keyId)), plan: `stack/${plan}` };
    },
    find: async (name) => names.get(name) ?? null,
    remove: async (id) => {
      for (const [name, held] of names) if (held === id) names.delete(name);
    },
  };
}

const issue = async (limits: RateLimits | null = null) => {
  const request = { kind: 'standard', label: null, scopes: [], limits } as const;
  return (await issueKey(personId, request, operator, deps)).key;
};
const revoke = (keyId: string) => revokeKey({ personId, keyId }, operator, deps);
const requested = (keyHash: string): OutboxEvent => ({ type: 'gateway_key.requested', keyHash });
const unwanted = (keyHash: string): OutboxEvent => ({
  type: 'gateway_keys.obsolete',
  keyHashes: [keyHash],
});

const deliver = (...events: OutboxEvent[]) => deliverWith(deps, ...events);
/** Each event in its own batch, in sequence. */
async function deliverWith(given: GatewayKeyDeps, ...events: OutboxEvent[]) {
  const answers: SQSBatchResponse[] = [];
  for (const event of events) {
    const message = messageOf({ id: given.newId(), createdAt: noon, event });
    const consumer = { ...given, queueUrl: 'gateway-keys', queues: { postpone: async () => {} } };
    answers.push(await withDeps(consumer, () => handler({ Records: [message] })));
  }
  return { batchItemFailures: answers.flatMap(({ batchItemFailures }) => batchItemFailures) };
}

describe('the consumer of gateway key events', () => {
  it('creates one gateway key for an issued key, even if the event is repeated', async () => {
    const key = await issue();
    expect(await deliver(requested(key.hash), requested(key.hash))).toEqual({
      batchItemFailures: [],
    });
    expect(made).toEqual(new Map([[key.id, 'gateway-1']]));
    expect(await findKey(deps.table, key.hash)).toEqual({
      ...key,
      gatewayKeyId: 'gateway-1',
      gatewayPlan: 'stack/standard',
      gatewaySince: noon,
    });
  });

  it('adds it to the plan for the key’s limits', async () => {
    const key = await issue({ perMinute: 51, perDay: 5_000 });
    await deliver(requested(key.hash));
    expect(await findKey(deps.table, key.hash)).toMatchObject({ gatewayPlan: 'stack/large' });
  });

  it('keeps its creation time when the event is delivered again later', async () => {
    const key = await issue();
    await deliver(requested(key.hash));
    const later = { ...deps, now: () => new Date(Date.parse(noon) + 600_000) };
    await deliverWith(later, requested(key.hash));
    expect(await findKey(deps.table, key.hash)).toMatchObject({ gatewaySince: noon });
  });

  it('removes the gateway key of a revoked key', async () => {
    const key = await issue();
    await deliver(requested(key.hash));
    await revoke(key.id);
    expect(await deliver(unwanted(key.hash), unwanted(key.hash))).toEqual({
      batchItemFailures: [],
    });
    expect(made).toEqual(new Map());
  });

  it('leaves no gateway key if the two events arrive in reverse order', async () => {
    const key = await issue();
    await revoke(key.id);
    await deliver(unwanted(key.hash), requested(key.hash));
    expect(made).toEqual(new Map());
  });

  it('leaves no gateway key if the key is revoked during its creation', async () => {
    const key = await issue();
    const { ensure } = deps.gatewayKeys;
    const duringRevocation: GatewayKeys = {
      ...deps.gatewayKeys,
      ensure: async (requested) => {
        const placed = await ensure(requested);
        await revoke(key.id);
        await deliver(unwanted(key.hash));
        return placed;
      },
    };
    await deliverWith({ ...deps, gatewayKeys: duringRevocation }, requested(key.hash));
    expect(made).toEqual(new Map());
  });

  it('leaves no gateway key if the key is revoked after an interrupted delivery', async () => {
    const key = await issue();
    await deps.gatewayKeys.ensure({
      keyId: key.id,
      keyHash: key.hash,
      value: key.gatewayValue,
      plan: 'standard',
    });
    await revoke(key.id);
    await deliver(unwanted(key.hash), requested(key.hash));
    expect(made).toEqual(new Map());
  });

  it('leaves a key on the shared gateway key if there is no capacity, and logs an error', async () => {
    const key = await issue();
    const log = keptLog();
    const full: GatewayKeys = { ...deps.gatewayKeys, ensure: async () => 'no_capacity' };
    const answer = await deliverWith({ ...deps, gatewayKeys: full, log }, requested(key.hash));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(await findKey(deps.table, key.hash)).toEqual(key);
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', message: noRoomForGatewayKey, fields: { keyId: key.id }, cause: undefined },
    ]);
  });

  it('logs no error if keys are not metered at all', async () => {
    const key = await issue();
    const log = keptLog();
    await deliverWith({ ...deps, gatewayKeys: noGatewayKeys, log }, requested(key.hash));
    expect(await findKey(deps.table, key.hash)).toEqual(key);
    expect(log.lines.map(({ message }) => message)).toEqual(['event']);
  });
});
