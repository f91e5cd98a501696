import { BadRequestException, ServiceUnavailableException } from '@aws-sdk/client-api-gateway';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as authorize } from '../../functions/gateway/authorize.ts';
import { handler as reconcile } from '../../functions/gateway/reconcile.ts';
import { type ApiGateway, startApiGateway } from '../../local/engines/api-gateway.ts';
import { localAws } from '../../local/engines/engine.ts';
import { openGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';
import {
  findKey,
  forgetGatewayKey,
  recordMeteredUse,
  type StoredKey,
  unlistGatewayKey,
} from '../../shared/access/db/api-keys.ts';
import { findGatewayRun, gatewayRunWrite } from '../../shared/access/db/gateway-runs.ts';
import type { ReconcilingDeps } from '../../shared/access/deps/gateway-deps.ts';
import { dueRun, type GatewayCounts } from '../../shared/access/domain/gateway-run.ts';
import { requestGatewayRun } from '../../shared/access/usecases/gateway-run.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import { placeGatewayKey } from '../../shared/access/usecases/place-gateway-key.ts';
import { compareKeys } from '../../shared/access/usecases/reconcile-gateway-keys.ts';
import { revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import type { RateLimits } from '../../shared/kernel/domain/rate-window.ts';
import { withinDeadline } from '../../shared/kernel/runtime/deadline.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import { depsOn, operator } from '../support/core-deps.ts';
import { justBefore } from '../support/just-before.ts';
import { nobody } from '../support/people.ts';
import { freshTable } from '../support/table.ts';

const planIds = { standard: 'plan-a', large: 'plan-b', wide: 'plan-c' } as const;
const sharedKeys = { anonymous: 'of-strangers', overflow: 'of-keys-without' } as const;

let stub: ApiGateway;
let deps: { -readonly [Name in keyof ReconcilingDeps]: ReconcilingDeps[Name] } & ReturnType<
  typeof depsOn
>;
let personId: string;

beforeAll(async () => {
  stub = await startApiGateway({
    planIds: Object.values(planIds),
    sharedValues: Object.values(sharedKeys),
  });
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', stub.endpoint);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stub.stop();
});
beforeEach(async () => {
  stub.keys.clear();
  emptyPlans();
  stub.capacity = 10_000;
  stub.throttled = 0;
  stub.onCall = () => {};
  deps = {
    ...depsOn(await freshTable()),
    gatewayKeys: openGatewayKeys({ stage: 'test', stack: 'stack', planIds }),
    pace: async () => {},
  };
  personId = await somebody('ada');
});

function emptyPlans(): void {
  for (const members of stub.plans.values()) members.clear();
}

const somebody = async (name: string) =>
  (await registerPerson({ ...nobody, email: `${name}@example.com` }, operator, deps)).id;

const issue = (limits: RateLimits | null = null, owner = personId) =>
  issueKey(owner, { kind: 'standard', label: null, scopes: [], limits }, operator, deps);

/** A key after the outbox has done its work and some minutes have passed. */
async function settled(limits: RateLimits | null = null, owner = personId) {
  const { key, secret } = await issue(limits, owner);
  await placeGatewayKey(key, deps);
  pass(6);
  return { key, secret };
}

function pass(minutes: number): void {
  deps.clock.now = new Date(Date.parse(deps.clock.now) + minutes * 60_000).toISOString();
}

/** A run as EventBridge starts it. */
const tick = () => withDeps(deps, () => reconcile({}));

/** A scheduled run, an hour after the last one. */
async function nextRun(): Promise<GatewayCounts> {
  pass(61);
  await tick();
  const run = await findGatewayRun(deps.table);
  expect(run?.finishedAt).not.toBeNull();
  if (run === null) throw new Error('there is no run');
  return run.counts;
}

/** The gateway key that API Gateway uses for a call with this key. */
async function meterOf(secret: string, planStack = 'stack'): Promise<string> {
  // The authorizer reads only these two fields of an event.
  const event = {
    methodArn: 'arn',
    headers: { authorization: `Bearer ${secret}` },
  } as unknown as APIGatewayRequestAuthorizerEvent;
  const given = { ...deps, sharedKeys, planStack };
  return String((await withDeps(given, () => authorize(event))).usageIdentifierKey);
}

/** Whether API Gateway lets a call through, or answers it 500 (INVALID_API_KEY). */
const isAdmitted = async (secret: string, planStack?: string) =>
  stub.admits(await meterOf(secret, planStack));

const idOf = ({ gatewayValue }: StoredKey) =>
  [...stub.keys.values()].find(({ value }) => value === gatewayValue)?.id ?? 'none';

/** Calls work immediately, and some minutes later are metered by the key's own gateway key. */
async function expectHealed({ key, secret }: { key: StoredKey; secret: string }, stack?: string) {
  expect(await isAdmitted(secret, stack)).toBe(true);
  pass(6);
  expect(await meterOf(secret, stack)).toBe(key.gatewayValue);
  expect(await isAdmitted(secret, stack)).toBe(true);
}

const agreed = {
  missing: 0,
  disabled: 0,
  misplaced: 0,
  unrecorded: 0,
  idle: 0,
  orphaned: 0,
  fixed: 0,
  overQuota: 0,
  removed: 0,
  retained: 0,
  failed: 0,
};

describe('a gateway key run', () => {
  it('changes nothing if the table and API Gateway agree', async () => {
    const { key } = await settled();
    await settled({ perMinute: 100, perDay: 100 });
    const before = await findKey(deps.table, key.hash);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2 });
    expect(await findKey(deps.table, key.hash)).toEqual(before);
  });

  it('logs and measures the number of all keys in the account, for the alarm', async () => {
    await settled();
    const id = 'of-somebody-else';
    stub.keys.set(id, { id, name: id, value: id, description: '', enabled: true });
    await nextRun();
    expect(deps.log.lines.at(-1)).toMatchObject({
      message: 'gateway keys were compared',
      fields: { keysInAccount: 2, keys: 1 },
    });
    expect(deps.log.measures.at(-1)).toMatchObject({ GatewayKeysInAccount: 2 });
  });

  it.each<[string, Partial<GatewayCounts>, (key: StoredKey) => void]>([
    ['deleted its gateway key', { missing: 1 }, (key) => void remove(idOf(key))],
    ['disabled it', { disabled: 1 }, (key) => change(idOf(key), { enabled: false })],
    ['took it out of its plan', { misplaced: 1 }, emptyPlans],
    [
      'put it into another plan',
      { misplaced: 1 },
      (key) => {
        emptyPlans();
        stub.plans.get('plan-c')?.add(idOf(key));
      },
    ],
    [
      'deleted it and created another one with the same name',
      { missing: 1 },
      (key) => change(idOf(key), { value: 'another-value-of-twenty' }),
    ],
  ])('repairs the key after someone %s', async (_, found, act) => {
    const one = await settled();
    act(one.key);
    expect(await nextRun()).toMatchObject({ ...found, fixed: 1 });
    await expectHealed(one);
    expect(stub.plans.get('plan-a')?.has(idOf(one.key))).toBe(true);
    expect(await nextRun()).toMatchObject({ missing: 0, disabled: 0, misplaced: 0, unrecorded: 0 });
  });

  it('moves all keys to the plans of a rebuilt stack, without failing calls in the meantime', async () => {
    const ours = [await settled(), await settled({ perMinute: 200, perDay: 200 })];
    emptyPlans();
    const rebuilt = openGatewayKeys({ stage: 'test', stack: 'rebuilt', planIds });
    for (const { secret } of ours) expect(await isAdmitted(secret, 'rebuilt')).toBe(true);
    deps = { ...deps, gatewayKeys: rebuilt };
    expect(await nextRun()).toEqual({ ...agreed, keys: 2, misplaced: 2, fixed: 2 });
    for (const one of ours) await expectHealed(one, 'rebuilt');
    expect([...stub.plans.values()].map(({ size }) => size)).toEqual([1, 1, 0]);
    expect(stub.keys.size).toBe(2);
  });

  it('records gateway keys missing from a restored table, and removes those of unknown keys', async () => {
    const forgotten = await settled();
    const lost = await settled();
    const stored = await findKey(deps.table, forgotten.key.hash);
    if (stored !== null) await forgetGatewayKey(deps.table, stored);
    await erase(lost.key);
    expect(await nextRun()).toEqual({
      ...agreed,
      keys: 1,
      unrecorded: 1,
      fixed: 1,
      orphaned: 1,
      removed: 1,
    });
    expect([...stub.keys.values()].map(({ name }) => name)).toEqual([forgotten.key.id]);
    await expectHealed(forgotten);
  });

  it('restores the description of a gateway key that has lost it', async () => {
    const one = await settled();
    change(idOf(one.key), { description: '', enabled: false });
    expect(await nextRun()).toMatchObject({ disabled: 1, fixed: 1 });
    await expectHealed(one);
    expect(stub.keys.get(idOf(one.key))?.description).toBe(`registry-test ${one.key.hash}`);
  });

  it('leaves keys without a gateway key while there is no capacity', async () => {
    stub.capacity = 1;
    const ours = [await issue(), await issue(), await issue()];
    stub.capacity = 3;
    for (const { key } of ours) await placeGatewayKey(key, deps);
    for (const { key } of ours) remove(idOf(key));
    stub.capacity = 1;
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 3, fixed: 1, overQuota: 2 });
    for (const { secret } of ours) expect(await isAdmitted(secret)).toBe(true);
    stub.capacity = 3;
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 2, fixed: 2, overQuota: 0 });
    for (const one of ours) await expectHealed(one);
  });

  it('moves calls off a deleted gateway key, even if there is no capacity for another', async () => {
    const one = await settled();
    stub.capacity = 0;
    remove(idOf(one.key));
    expect(await isAdmitted(one.secret)).toBe(false);
    expect(await nextRun()).toMatchObject({ missing: 1, fixed: 0, overQuota: 1 });
    expect(await isAdmitted(one.secret)).toBe(true);
  });

  it('removes gateway keys of revoked keys, and leaves other registries’ keys alone', async () => {
    const { key } = await settled();
    await revokeKey({ personId, keyId: key.id }, operator, deps);
    for (const description of ['', 'registry-other hash', 'registry-test2 hash']) {
      const id = `of ${description}`;
      stub.keys.set(id, { id, name: id, value: id, description, enabled: true });
    }
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, orphaned: 1, removed: 1 });
    expect([...stub.keys.keys()]).toEqual([
      'of ',
      'of registry-other hash',
      'of registry-test2 hash',
    ]);
  });

  it('removes nothing on its own if the table knows few keys, because it may be the wrong table', async () => {
    const known = await settled();
    for (let number = 0; number < 11; number += 1) {
      const id = `unknown${number}`;
      const description = `registry-test hash${number}`;
      stub.keys.set(id, { id, name: id, value: id, description, enabled: true });
    }
    expect(await nextRun()).toMatchObject({ orphaned: 11, removed: 0, retained: 11 });
    await requestGatewayRun(true, operator, deps);
    await tick();
    const run = await findGatewayRun(deps.table);
    expect(run?.counts).toMatchObject({ orphaned: 11, removed: 11, retained: 0 });
    expect([...stub.keys.keys()]).toEqual([idOf(known.key)]);
  });

  it('does nothing if there are no plans', async () => {
    await settled();
    const { noGatewayKeys } = await import('../../shared/access/aws/gateway-keys.ts');
    deps = { ...deps, gatewayKeys: noGatewayKeys };
    expect(await nextRun()).toEqual({ ...agreed, keys: 0 });
  });
});

describe('an unused key', () => {
  const days = (count: number) => pass(count * 1_440);
  /** Recorded as by a metered call. */
  const meter = ({ key: { id: keyId } }: { key: StoredKey }) => {
    const usedOn = deps.clock.now.slice(0, 10);
    return recordMeteredUse(deps.table, { keyId, ownerId: personId, usedOn }, undefined);
  };
  const stored = async ({ key: { hash } }: { key: StoredKey }) => {
    const found = await findKey(deps.table, hash);
    if (found === null) throw new Error('there is no key');
    return found;
  };

  it('releases its gateway key after thirty days without a metered call, and not before', async () => {
    const [idle, used] = [await settled(), await settled()];
    days(29);
    await meter(used);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2 });
    days(2);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2, idle: 1 });
    // A call in progress may still use it.
    expect(stub.admits(idle.key.gatewayValue)).toBe(true);
    expect(await meterOf(idle.secret)).toBe('of-keys-without');
    expect(await meterOf(used.secret)).toBe(used.key.gatewayValue);
    expect(await nextRun()).toEqual({ ...agreed, keys: 1, orphaned: 1, removed: 1 });
    expect([...stub.keys.values()].map(({ name }) => name)).toEqual([used.key.id]);
    expect(await nextRun()).toEqual({ ...agreed, keys: 1 });
  });

  it('is only counted in a dry run', async () => {
    const idle = await settled();
    days(31);
    await requestGatewayRun(false, operator, deps);
    await tick();
    expect((await findGatewayRun(deps.table))?.counts).toEqual({ ...agreed, keys: 1, idle: 1 });
    expect(await meterOf(idle.secret)).toBe(idle.key.gatewayValue);
  });

  it('gets a new gateway key with a new value on its next metered call', async () => {
    const idle = await settled();
    days(31);
    await nextRun();
    await placeGatewayKey(await stored(idle), deps);
    pass(6);
    const value = await meterOf(idle.secret);
    expect(value).not.toBe(idle.key.gatewayValue);
    expect(await nextRun()).toMatchObject({ keys: 1, removed: 1, idle: 0 });
    expect(await meterOf(idle.secret)).toBe(value);
    expect(await isAdmitted(idle.secret)).toBe(true);
  });

  it('keeps its gateway key if a call comes during the release', async () => {
    const idle = await settled();
    days(31);
    deps = {
      ...deps,
      table: justBefore(deps.table, () => meter(idle), 'gatewayValue = :new'),
    };
    expect(await nextRun()).toEqual({ ...agreed, keys: 1 });
    expect(await meterOf(idle.secret)).toBe(idle.key.gatewayValue);
    expect(await isAdmitted(idle.secret)).toBe(true);
  });

  it('is released once, and a late outbox does not record the released value again', async () => {
    const idle = await settled();
    const before = await stored(idle);
    days(31);
    // The outbox read the key without its gateway key, finds the old one, and records it after the release.
    const { gatewayKeys } = deps;
    const ensure: typeof gatewayKeys.ensure = async (requested) => {
      const placed = await gatewayKeys.ensure(requested);
      await nextRun();
      return placed;
    };
    const forgotten = { ...before, gatewayKeyId: null };
    const late = { ...deps, gatewayKeys: { ...gatewayKeys, ensure } };
    expect(await placeGatewayKey(forgotten, late)).toBe('overtaken');
    expect(await stored(idle)).toMatchObject({ gatewayKeyId: null });
    expect(stub.keys.size).toBe(0);
    expect(await isAdmitted(idle.secret)).toBe(true);
    expect(await nextRun()).toEqual({ ...agreed, keys: 0 });
  });

  it('is released even if the table has lost its gateway key', async () => {
    const idle = await settled();
    await forgetGatewayKey(deps.table, await stored(idle));
    await unlistGatewayKey(deps.table, idle.key);
    days(31);
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, unrecorded: 1, idle: 1 });
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, orphaned: 1, removed: 1 });
    expect(stub.keys.size).toBe(0);
  });

  it('is released with all others after a month without calls, and nothing is held back', async () => {
    const ours = [];
    for (let number = 0; number < 12; number += 1) ours.push(await settled());
    days(31);
    expect(await nextRun()).toMatchObject({ idle: 12 });
    expect(await nextRun()).toMatchObject({ removed: 12, retained: 0 });
    for (const { secret } of ours) expect(await isAdmitted(secret)).toBe(true);
  });

  it('leaves no gateway key if revoked after its release', async () => {
    const idle = await settled();
    days(31);
    await nextRun();
    await revokeKey({ personId, keyId: idle.key.id }, operator, deps);
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, orphaned: 1, removed: 1 });
    expect(stub.keys.size).toBe(0);
  });
});

describe('an operator who requests a run', () => {
  it('sees the differences, and nothing changes unless they ask for it', async () => {
    const one = await settled();
    const two = await settled();
    remove(idOf(one.key));
    await erase(two.key);
    const asked = await requestGatewayRun(false, operator, deps);
    expect(asked).toMatchObject({ carryOut: false, startedAt: null });
    await tick();
    const run = await findGatewayRun(deps.table);
    expect(run).toMatchObject({ id: asked.id, keysInAccount: 1 });
    expect(run?.counts).toEqual({ ...agreed, keys: 1, missing: 1, orphaned: 1 });
    expect(stub.keys.size).toBe(1);
    expect(await isAdmitted(one.secret)).toBe(false);
    const carriedOut = await requestGatewayRun(true, operator, deps);
    expect(carriedOut.id).not.toBe(asked.id);
    await tick();
    await expectHealed(one);
    expect(stub.keys.size).toBe(1);
  });

  it('gets the run that is already waiting or in progress, if it does as much', async () => {
    const asked = await requestGatewayRun(true, operator, deps);
    expect(await requestGatewayRun(true, operator, deps)).toEqual({ ...asked, version: 1 });
    expect((await requestGatewayRun(false, operator, deps)).id).toBe(asked.id);
  });

  it('replaces a run that does less', async () => {
    const one = await settled();
    remove(idOf(one.key));
    const dry = await requestGatewayRun(false, operator, deps);
    let asked = '';
    stub.onCall = async (call) => {
      if (call !== 'GET /apikeys' || asked !== '') return;
      asked = (await requestGatewayRun(true, operator, deps)).id;
    };
    await tick();
    expect(asked).not.toBe(dry.id);
    expect(await findGatewayRun(deps.table)).toMatchObject({ id: asked, finishedAt: null });
    await tick();
    expect(await findGatewayRun(deps.table)).toMatchObject({ id: asked, carryOut: true });
    await expectHealed(one);
  });
});

describe('an interrupted run', () => {
  it('continues with the next key, and compares each key once', async () => {
    const owners = [personId, await somebody('bob'), await somebody('cyd')];
    const ours = [];
    for (const owner of owners) ours.push(await settled(null, owner));
    stub.keys.clear();
    emptyPlans();
    const due = dueRun(null, 'run', deps.now());
    if (due === null) throw new Error('nothing is due');
    await transact(deps.table, { run: gatewayRunWrite(null, { ...due, leasedUntil: null }) });
    for (const expected of [1, 2]) {
      const found = await findGatewayRun(deps.table);
      if (found === null) throw new Error('there is no run');
      let left = 1;
      await compareKeys(
        found,
        deps,
        async (run) =>
          (await transact(deps.table, { run: gatewayRunWrite(found, run) })).kind === 'written',
        () => left-- > 0,
      );
      expect((await findGatewayRun(deps.table))?.counts).toMatchObject({ keys: expected });
    }
    await tick();
    const run = await findGatewayRun(deps.table);
    expect(run?.counts).toEqual({ ...agreed, keys: 3, missing: 3, fixed: 3 });
    for (const one of ours) await expectHealed(one);
  });

  it('stops before its deadline, and is released', async () => {
    const one = await settled();
    remove(idOf(one.key));
    await withinDeadline(60_000, tick);
    expect(await findGatewayRun(deps.table)).toMatchObject({ finishedAt: null, leasedUntil: null });
    await tick();
    await expectHealed(one);
  });

  it('is released when API Gateway keeps throttling', async () => {
    const one = await settled();
    remove(idOf(one.key));
    stub.throttled = 1_000;
    await expect(tick()).rejects.toThrow();
    stub.throttled = 0;
    await tick();
    await expectHealed(one);
  });

  it('is taken over once its lease has expired, and not before', async () => {
    const one = await settled();
    remove(idOf(one.key));
    const due = dueRun(null, 'run', deps.now());
    if (due !== null) await transact(deps.table, { run: gatewayRunWrite(null, due) });
    pass(15);
    await tick();
    expect(await isAdmitted(one.secret)).toBe(false);
    pass(1);
    await tick();
    await expectHealed(one);
  });
});

describe('a key that can’t be compared', () => {
  const notCompared = () =>
    deps.log.lines.filter(({ message }) => message === 'a key was not compared');
  const measured = () =>
    deps.log.measures.flatMap((line) => Reflect.get(line, 'KeyChecksFailed') ?? []);

  it('does not block others, is counted, measured and logged, and recovers once the cause is gone', async () => {
    const [first, bad, last] = [await settled(), await settled(), await settled()];
    for (const { key } of [first, bad, last]) remove(idOf(key));
    const { gatewayKeys } = deps;
    const refuses = async (requested: Parameters<typeof gatewayKeys.ensure>[0]) => {
      if (requested.keyId !== bad.key.id) return gatewayKeys.ensure(requested);
      const words = `Invalid value ${requested.value}`;
      throw new BadRequestException({ message: words, $metadata: {} });
    };
    deps.gatewayKeys = { ...gatewayKeys, ensure: refuses };
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 2, fixed: 2, failed: 1 });
    expect(notCompared()).toMatchObject([
      { fields: { keyId: bad.key.id, cause: 'BadRequestException' } },
    ]);
    expect(JSON.stringify(notCompared())).not.toContain(bad.key.gatewayValue);
    expect(measured()).toEqual([1]);
    await expectHealed(first);
    await expectHealed(last);
    // Its calls continue, metered with others.
    expect(await isAdmitted(bad.secret)).toBe(true);

    deps.gatewayKeys = gatewayKeys;
    expect(await nextRun()).toEqual({ ...agreed, keys: 3, missing: 1, fixed: 1 });
    expect(measured()).toEqual([1]);
  });

  it('can be one whose item is unreadable', async () => {
    const [first, bad, last] = [await settled(), await settled(), await settled()];
    remove(idOf(last.key));
    await tamper(bad.key, 'REMOVE gatewayValue');
    expect(await nextRun()).toMatchObject({
      keys: 2,
      missing: 1,
      fixed: 1,
      failed: 1,
      removed: 0,
    });
    expect(notCompared()).toMatchObject([{ fields: { keyId: bad.key.id } }]);
    expect(JSON.stringify(notCompared())).not.toContain(bad.key.hash);
    await expectHealed(first);
    await expectHealed(last);
  });

  it('can be a leftover gateway key that can’t be removed', async () => {
    const [bad, gone] = [await settled(), await settled()];
    for (const { key } of [bad, gone]) await revokeKey({ personId, keyId: key.id }, operator, deps);
    const { gatewayKeys } = deps;
    const id = idOf(bad.key);
    deps.gatewayKeys = {
      ...gatewayKeys,
      remove: async (gatewayKeyId) => {
        if (gatewayKeyId !== id) return gatewayKeys.remove(gatewayKeyId);
        throw new BadRequestException({ message: 'No', $metadata: {} });
      },
    };
    expect(await nextRun()).toMatchObject({ orphaned: 2, removed: 1, failed: 1 });
    expect(measured()).toEqual([1]);
    expect([...stub.keys.keys()]).toEqual([id]);
  });

  it('is not reported if API Gateway is unavailable: the run stops, and continues later', async () => {
    const one = await settled();
    remove(idOf(one.key));
    const { gatewayKeys } = deps;
    deps.gatewayKeys = {
      ...gatewayKeys,
      ensure: async () => {
        throw new ServiceUnavailableException({ message: 'Away', $metadata: {} });
      },
    };
    pass(61);
    await expect(tick()).rejects.toThrow('Away');
    expect(await findGatewayRun(deps.table)).toMatchObject({ finishedAt: null, counts: agreed });
    deps.gatewayKeys = gatewayKeys;
    await tick();
    await expectHealed(one);
  });

  /** An item as a manual change, or a previous version, can leave it. */
  async function tamper({ hash }: StoredKey, UpdateExpression: string): Promise<void> {
    const { client, name } = deps.table;
    const Key = keys.apiKey(hash);
    await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression }));
  }
});

describe('during a run', () => {
  it('a key created after API Gateway was listed stays unchanged', async () => {
    await settled();
    let made: Awaited<ReturnType<typeof settled>> | undefined;
    stub.onCall = async (call) => {
      if (call === 'GET /usageplans/plan-c/keys' && made === undefined) made = await settled();
    };
    const counts = await nextRun();
    expect(counts).toMatchObject({ keys: 2, missing: 0, unrecorded: 0, orphaned: 0, fixed: 0 });
    expect(await meterOf(made?.secret ?? '')).toBe(made?.key.gatewayValue);
  });

  it('a key revoked while its gateway key is created leaves no gateway key', async () => {
    const { key } = await settled();
    remove(idOf(key));
    stub.onCall = async (call) => {
      if (call === 'POST /apikeys') await revokeKey({ personId, keyId: key.id }, operator, deps);
    };
    await nextRun();
    expect(stub.keys.size).toBe(0);
  });

  it('the outbox creates the same gateway key, and there is only one', async () => {
    const one = await settled();
    remove(idOf(one.key));
    pass(61);
    await Promise.all([tick(), placeGatewayKey(one.key, deps), tick()]);
    expect(stub.keys.size).toBe(1);
    await expectHealed(one);
  });

  it('someone deletes a gateway key during its repair: the next run finds it', async () => {
    const one = await settled();
    emptyPlans();
    let isDeleted = false;
    stub.onCall = (call) => {
      if (!/^POST \/usageplans/.test(call) || isDeleted) return;
      isDeleted = remove(idOf(one.key));
    };
    await nextRun();
    expect(isDeleted).toBe(true);
    await expectHealed(one);
  });

  it.each(Array.from({ length: 6 }, (_, seed) => seed + 1))(
    'any manual changes are made (%i), and no call fails afterwards',
    async (seed) => {
      const random = chance(seed);
      const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
      const limits = [null, { perMinute: 200, perDay: 9_000 }, { perMinute: 9_000, perDay: 9_000 }];
      const ours: Awaited<ReturnType<typeof settled>>[] = [];
      for (let number = 0; number < 6; number += 1) ours.push(await settled(pick(limits) ?? null));
      const hands = [
        () => remove(pick([...stub.keys.keys()]) ?? ''),
        () => change(pick([...stub.keys.keys()]) ?? '', { enabled: random() < 0.3 }),
        () => change(pick([...stub.keys.keys()]) ?? '', { name: 'renamed' }),
        () => pick([...stub.plans.values()])?.clear(),
        () => {
          const id = pick([...stub.keys.keys()]);
          for (const members of stub.plans.values()) members.delete(id ?? '');
          if (id !== undefined) pick([...stub.plans.values()])?.add(id);
        },
      ];
      for (let act = 0; act < 8; act += 1) pick(hands)?.();
      await nextRun();
      for (const { secret } of ours) expect(await isAdmitted(secret)).toBe(true);
      pass(6);
      for (const { key, secret } of ours) {
        expect([await meterOf(secret), await isAdmitted(secret)]).toEqual([key.gatewayValue, true]);
      }
      expect(await nextRun()).toEqual({ ...agreed, keys: 6 });
    },
  );
});

function remove(id: string): boolean {
  for (const members of stub.plans.values()) members.delete(id);
  return stub.keys.delete(id);
}

function change(id: string, changes: Readonly<Record<string, unknown>>): void {
  const key = stub.keys.get(id);
  if (key !== undefined) stub.keys.set(id, { ...key, ...changes });
}

/** Removes the key, as a table restored to before its issue lacks it. */
async function erase(key: StoredKey): Promise<void> {
  const owner = keys.person(personId).pk;
  await transact(deps.table, {
    key: { remove: { Key: keys.apiKey(key.hash) } },
    owned: { remove: { Key: keys.ownedKey(owner, key.createdAt, key.id) } },
  });
}

/** Numbers from 0 to 1, the same in each run. */
function chance(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
