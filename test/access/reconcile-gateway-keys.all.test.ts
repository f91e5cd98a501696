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

/** A key as it is when the outbox has done its work, and some minutes are over. */
async function settled(limits: RateLimits | null = null, owner = personId) {
  const { key, secret } = await issue(limits, owner);
  await placeGatewayKey(key, deps);
  pass(6);
  return { key, secret };
}

function pass(minutes: number): void {
  deps.clock.now = new Date(Date.parse(deps.clock.now) + minutes * 60_000).toISOString();
}

/** What EventBridge does. */
const tick = () => withDeps(deps, () => reconcile({}));

/** A run of its own accord, an hour after the last one. */
async function nextRun(): Promise<GatewayCounts> {
  pass(61);
  await tick();
  const run = await findGatewayRun(deps.table);
  expect(run?.finishedAt).not.toBeNull();
  if (run === null) throw new Error('there is no run');
  return run.counts;
}

/** The gateway key that API Gateway gets for a call with this key. */
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

/** That calls work immediately, and some minutes later with the key's own meter. */
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
  leftOver: 0,
  mended: 0,
  noRoom: 0,
  removed: 0,
  heldBack: 0,
  failed: 0,
};

describe('a run', () => {
  it('changes nothing where the two agree', async () => {
    const { key } = await settled();
    await settled({ perMinute: 100, perDay: 100 });
    const before = await findKey(deps.table, key.hash);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2 });
    expect(await findKey(deps.table, key.hash)).toEqual(before);
  });

  it('says how many keys the account has, of the person whom, for the alarm', async () => {
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
      'deleted it and made another one of the name',
      { missing: 1 },
      (key) => change(idOf(key), { value: 'another-value-of-twenty' }),
    ],
  ])('repairs the key after someone %s', async (_, found, act) => {
    const one = await settled();
    act(one.key);
    expect(await nextRun()).toMatchObject({ ...found, mended: 1 });
    await expectHealed(one);
    expect(stub.plans.get('plan-a')?.has(idOf(one.key))).toBe(true);
    expect(await nextRun()).toMatchObject({ missing: 0, disabled: 0, misplaced: 0, unrecorded: 0 });
  });

  it('moves all keys to the plans of a rebuilt stack, and calls never fail in the meantime', async () => {
    const ours = [await settled(), await settled({ perMinute: 200, perDay: 200 })];
    emptyPlans();
    const rebuilt = openGatewayKeys({ stage: 'test', stack: 'rebuilt', planIds });
    for (const { secret } of ours) expect(await isAdmitted(secret, 'rebuilt')).toBe(true);
    deps = { ...deps, gatewayKeys: rebuilt };
    expect(await nextRun()).toEqual({ ...agreed, keys: 2, misplaced: 2, mended: 2 });
    for (const one of ours) await expectHealed(one, 'rebuilt');
    expect([...stub.plans.values()].map(({ size }) => size)).toEqual([1, 1, 0]);
    expect(stub.keys.size).toBe(2);
  });

  it('notes what a restored table has forgotten, and removes what it never knew', async () => {
    const forgotten = await settled();
    const lost = await settled();
    const stored = await findKey(deps.table, forgotten.key.hash);
    if (stored !== null) await forgetGatewayKey(deps.table, stored);
    await erase(lost.key);
    expect(await nextRun()).toEqual({
      ...agreed,
      keys: 1,
      unrecorded: 1,
      mended: 1,
      leftOver: 1,
      removed: 1,
    });
    expect([...stub.keys.values()].map(({ name }) => name)).toEqual([forgotten.key.id]);
    await expectHealed(forgotten);
  });

  it('marks a gateway key that has lost its mark', async () => {
    const one = await settled();
    change(idOf(one.key), { description: '', enabled: false });
    expect(await nextRun()).toMatchObject({ disabled: 1, mended: 1 });
    await expectHealed(one);
    expect(stub.keys.get(idOf(one.key))?.description).toBe(`registry-test ${one.key.hash}`);
  });

  it('leaves keys without a gateway key where there is no room, until there is', async () => {
    stub.capacity = 1;
    const ours = [await issue(), await issue(), await issue()];
    stub.capacity = 3;
    for (const { key } of ours) await placeGatewayKey(key, deps);
    for (const { key } of ours) remove(idOf(key));
    stub.capacity = 1;
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 3, mended: 1, noRoom: 2 });
    for (const { secret } of ours) expect(await isAdmitted(secret)).toBe(true);
    stub.capacity = 3;
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 2, mended: 2, noRoom: 0 });
    for (const one of ours) await expectHealed(one);
  });

  it('takes calls off a gateway key that is gone, also where there is no room for another', async () => {
    const one = await settled();
    stub.capacity = 0;
    remove(idOf(one.key));
    expect(await isAdmitted(one.secret)).toBe(false);
    expect(await nextRun()).toMatchObject({ missing: 1, mended: 0, noRoom: 1 });
    expect(await isAdmitted(one.secret)).toBe(true);
  });

  it('removes gateway keys of revoked keys, and leaves those of others alone', async () => {
    const { key } = await settled();
    await revokeKey({ personId, keyId: key.id }, operator, deps);
    for (const description of ['', 'registry-other hash', 'registry-test2 hash']) {
      const id = `of ${description}`;
      stub.keys.set(id, { id, name: id, value: id, description, enabled: true });
    }
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, leftOver: 1, removed: 1 });
    expect([...stub.keys.keys()]).toEqual([
      'of ',
      'of registry-other hash',
      'of registry-test2 hash',
    ]);
  });

  it('removes nothing by itself when the table knows hardly any: it may be the wrong one', async () => {
    const known = await settled();
    for (let number = 0; number < 11; number += 1) {
      const id = `unknown${number}`;
      const description = `registry-test hash${number}`;
      stub.keys.set(id, { id, name: id, value: id, description, enabled: true });
    }
    expect(await nextRun()).toMatchObject({ leftOver: 11, removed: 0, heldBack: 11 });
    await requestGatewayRun(true, operator, deps);
    await tick();
    const run = await findGatewayRun(deps.table);
    expect(run?.counts).toMatchObject({ leftOver: 11, removed: 11, heldBack: 0 });
    expect([...stub.keys.keys()]).toEqual([idOf(known.key)]);
  });

  it('has nothing to do where there are no plans', async () => {
    await settled();
    const { noGatewayKeys } = await import('../../shared/access/aws/gateway-keys.ts');
    deps = { ...deps, gatewayKeys: noGatewayKeys };
    expect(await nextRun()).toEqual({ ...agreed, keys: 0 });
  });
});

describe('a key that is not used', () => {
  const days = (count: number) => pass(count * 1_440);
  /** As a metered call notes it. */
  const meter = ({ key: { id: keyId } }: { key: StoredKey }) => {
    const usedOn = deps.clock.now.slice(0, 10);
    return recordMeteredUse(deps.table, { keyId, ownerId: personId, usedOn }, undefined);
  };
  const stored = async ({ key: { hash } }: { key: StoredKey }) => {
    const found = await findKey(deps.table, hash);
    if (found === null) throw new Error('there is no key');
    return found;
  };

  it('lets go of its gateway key after thirty days without a metered call, and not before', async () => {
    const [idle, used] = [await settled(), await settled()];
    days(29);
    await meter(used);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2 });
    days(2);
    expect(await nextRun()).toEqual({ ...agreed, keys: 2, idle: 1 });
    // A call that is under way may still name it.
    expect(stub.admits(idle.key.gatewayValue)).toBe(true);
    expect(await meterOf(idle.secret)).toBe('of-keys-without');
    expect(await meterOf(used.secret)).toBe(used.key.gatewayValue);
    expect(await nextRun()).toEqual({ ...agreed, keys: 1, leftOver: 1, removed: 1 });
    expect([...stub.keys.values()].map(({ name }) => name)).toEqual([used.key.id]);
    expect(await nextRun()).toEqual({ ...agreed, keys: 1 });
  });

  it('is only counted where nothing is carried out', async () => {
    const idle = await settled();
    days(31);
    await requestGatewayRun(false, operator, deps);
    await tick();
    expect((await findGatewayRun(deps.table))?.counts).toEqual({ ...agreed, keys: 1, idle: 1 });
    expect(await meterOf(idle.secret)).toBe(idle.key.gatewayValue);
  });

  it('gets another one with its next metered call, under a value that nothing had before', async () => {
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

  it('keeps it if a call comes beside the release', async () => {
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

  it('is released once, also beside an outbox that is late: nothing records a value that is given up', async () => {
    const idle = await settled();
    const before = await stored(idle);
    days(31);
    // The outbox has read the key as it was without a gateway key, finds the old one, and records it after the release.
    const { gatewayKeys } = deps;
    const ensure: typeof gatewayKeys.ensure = async (wanted) => {
      const placed = await gatewayKeys.ensure(wanted);
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

  it('does not get its gateway key back from a table that has forgotten it', async () => {
    const idle = await settled();
    await forgetGatewayKey(deps.table, await stored(idle));
    await unlistGatewayKey(deps.table, idle.key);
    days(31);
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, unrecorded: 1, idle: 1 });
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, leftOver: 1, removed: 1 });
    expect(stub.keys.size).toBe(0);
  });

  it('goes with a month in which nobody called, although the table then knows no gateway key', async () => {
    const ours = [];
    for (let number = 0; number < 12; number += 1) ours.push(await settled());
    days(31);
    expect(await nextRun()).toMatchObject({ idle: 12 });
    expect(await nextRun()).toMatchObject({ removed: 12, heldBack: 0 });
    for (const { secret } of ours) expect(await isAdmitted(secret)).toBe(true);
  });

  it('that is revoked after its release leaves nothing behind', async () => {
    const idle = await settled();
    days(31);
    await nextRun();
    await revokeKey({ personId, keyId: idle.key.id }, operator, deps);
    expect(await nextRun()).toEqual({ ...agreed, keys: 0, leftOver: 1, removed: 1 });
    expect(stub.keys.size).toBe(0);
  });
});

describe('an operator', () => {
  it('sees what differs, and nothing is changed unless they say so', async () => {
    const one = await settled();
    const two = await settled();
    remove(idOf(one.key));
    await erase(two.key);
    const asked = await requestGatewayRun(false, operator, deps);
    expect(asked).toMatchObject({ carryOut: false, startedAt: null });
    await tick();
    const run = await findGatewayRun(deps.table);
    expect(run).toMatchObject({ id: asked.id, keysInAccount: 1 });
    expect(run?.counts).toEqual({ ...agreed, keys: 1, missing: 1, leftOver: 1 });
    expect(stub.keys.size).toBe(1);
    expect(await isAdmitted(one.secret)).toBe(false);
    const carriedOut = await requestGatewayRun(true, operator, deps);
    expect(carriedOut.id).not.toBe(asked.id);
    await tick();
    await expectHealed(one);
    expect(stub.keys.size).toBe(1);
  });

  it('gets the run that waits or is under way, if it does as much', async () => {
    const asked = await requestGatewayRun(true, operator, deps);
    expect(await requestGatewayRun(true, operator, deps)).toEqual({ ...asked, version: 1 });
    expect((await requestGatewayRun(false, operator, deps)).id).toBe(asked.id);
  });

  it('takes the place of a run that does less', async () => {
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

describe('a run that is interrupted', () => {
  it('continues with the next key, and looks at each once', async () => {
    const owners = [personId, await somebody('bob'), await somebody('cyd')];
    const ours = [];
    for (const owner of owners) ours.push(await settled(null, owner));
    stub.keys.clear();
    emptyPlans();
    const due = dueRun(null, 'run', deps.now());
    if (due === null) throw new Error('nothing is due');
    await transact(deps.table, { run: gatewayRunWrite(null, { ...due, heldUntil: null }) });
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
    expect(run?.counts).toEqual({ ...agreed, keys: 3, missing: 3, mended: 3 });
    for (const one of ours) await expectHealed(one);
  });

  it('ends in time, and is given back', async () => {
    const one = await settled();
    remove(idOf(one.key));
    await withinDeadline(1_000, tick);
    expect(await findGatewayRun(deps.table)).toMatchObject({ finishedAt: null, heldUntil: null });
    await tick();
    await expectHealed(one);
  });

  it('is given back when API Gateway throttles for long', async () => {
    const one = await settled();
    remove(idOf(one.key));
    stub.throttled = 1_000;
    await expect(tick()).rejects.toThrow();
    stub.throttled = 0;
    await tick();
    await expectHealed(one);
  });

  it('is taken over when the person who held it is dead, and not before', async () => {
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

describe('a key that can not be compared', () => {
  const notCompared = () =>
    deps.log.lines.filter(({ message }) => message === 'a key was not compared');
  const measured = () =>
    deps.log.measures.flatMap((line) => Reflect.get(line, 'KeyChecksFailed') ?? []);

  it('holds up no other, is counted, measured and named, and ends with its cause', async () => {
    const [first, bad, last] = [await settled(), await settled(), await settled()];
    for (const { key } of [first, bad, last]) remove(idOf(key));
    const { gatewayKeys } = deps;
    const refuses = async (wanted: Parameters<typeof gatewayKeys.ensure>[0]) => {
      if (wanted.keyId !== bad.key.id) return gatewayKeys.ensure(wanted);
      const words = `Invalid value ${wanted.value}`;
      throw new BadRequestException({ message: words, $metadata: {} });
    };
    deps.gatewayKeys = { ...gatewayKeys, ensure: refuses };
    expect(await nextRun()).toMatchObject({ keys: 3, missing: 2, mended: 2, failed: 1 });
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
    expect(await nextRun()).toEqual({ ...agreed, keys: 3, missing: 1, mended: 1 });
    expect(measured()).toEqual([1]);
  });

  it('may be one whose item nobody can read', async () => {
    const [first, bad, last] = [await settled(), await settled(), await settled()];
    remove(idOf(last.key));
    await tamper(bad.key, 'REMOVE gatewayValue');
    expect(await nextRun()).toMatchObject({
      keys: 2,
      missing: 1,
      mended: 1,
      failed: 1,
      removed: 0,
    });
    expect(notCompared()).toMatchObject([{ fields: { keyId: bad.key.id } }]);
    expect(JSON.stringify(notCompared())).not.toContain(bad.key.hash);
    await expectHealed(first);
    await expectHealed(last);
  });

  it('may be a gateway key that is left over and stays', async () => {
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
    expect(await nextRun()).toMatchObject({ leftOver: 2, removed: 1, failed: 1 });
    expect(measured()).toEqual([1]);
    expect([...stub.keys.keys()]).toEqual([id]);
  });

  it('is none where API Gateway is away: then the run stops, and continues later', async () => {
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

  /** As a hand, or a version that is gone, can leave an item. */
  async function tamper({ hash }: StoredKey, UpdateExpression: string): Promise<void> {
    const { client, name } = deps.table;
    const Key = keys.apiKey(hash);
    await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression }));
  }
});

describe('beside a run', () => {
  it('a key that is made after API Gateway was listed stays as it is', async () => {
    await settled();
    let made: Awaited<ReturnType<typeof settled>> | undefined;
    stub.onCall = async (call) => {
      if (call === 'GET /usageplans/plan-c/keys' && made === undefined) made = await settled();
    };
    const counts = await nextRun();
    expect(counts).toMatchObject({ keys: 2, missing: 0, unrecorded: 0, leftOver: 0, mended: 0 });
    expect(await meterOf(made?.secret ?? '')).toBe(made?.key.gatewayValue);
  });

  it('a key that is revoked while its gateway key is made leaves none behind', async () => {
    const { key } = await settled();
    remove(idOf(key));
    stub.onCall = async (call) => {
      if (call === 'POST /apikeys') await revokeKey({ personId, keyId: key.id }, operator, deps);
    };
    await nextRun();
    expect(stub.keys.size).toBe(0);
  });

  it('the outbox makes the same key, and there is one', async () => {
    const one = await settled();
    remove(idOf(one.key));
    pass(61);
    await Promise.all([tick(), placeGatewayKey(one.key, deps), tick()]);
    expect(stub.keys.size).toBe(1);
    await expectHealed(one);
  });

  it('someone deletes a key that is just being fixed: the next run finds it', async () => {
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
    'hands do whatever they like (%i), and after it no call fails',
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

/** The key as a table that was restored to before it was issued has it: not at all. */
async function erase(key: StoredKey): Promise<void> {
  const owner = keys.person(personId).pk;
  await transact(deps.table, {
    key: { remove: { Key: keys.apiKey(key.hash) } },
    owned: { remove: { Key: keys.ownedKey(owner, key.createdAt, key.id) } },
  });
}

/** Numbers from 0 to 1, the same with each run. */
function chance(seed: number): () => number {
  let state = seed * 7_919;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
