import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiGateway, startApiGateway } from '../../local/engines/api-gateway.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type GatewayKeys, openGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';

const planIds = { standard: 'plan-a', large: 'plan-b', wide: 'plan-c' } as const;

let stub: ApiGateway;
let gatewayKeys: GatewayKeys;

beforeAll(async () => {
  stub = await startApiGateway({ planIds: Object.values(planIds) });
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', stub.endpoint);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
  gatewayKeys = openGatewayKeys({ stage: 'test', stack: 'stack', planIds });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stub.stop();
});
beforeEach(() => {
  stub.keys.clear();
  for (const members of stub.plans.values()) members.clear();
  stub.capacity = 10_000;
  stub.throttled = 0;
});

const first = {
  keyId: 'first',
  keyHash: 'hash-of-first',
  value: 'value-of-the-first-key',
  plan: 'standard',
} as const;
const other = { ...first, keyId: 'first-born', value: 'value-of-another-key' } as const;
const idOf = async (requested: Parameters<GatewayKeys['ensure']>[0] = first) => {
  const placed = await gatewayKeys.ensure(requested);
  if (typeof placed === 'string') throw new Error(placed);
  return placed.id;
};
const members = () => Object.fromEntries([...stub.plans].map(([id, held]) => [id, [...held]]));

describe('an API Gateway key', () => {
  it('is created with its value, added to its plan, and names the registry’s key', async () => {
    const placed = await gatewayKeys.ensure(first);
    const [made] = stub.keys.values();
    expect(made).toEqual({
      id: 'key1',
      name: 'first',
      value: 'value-of-the-first-key',
      description: 'registry-test hash-of-first',
      enabled: true,
    });
    expect(placed).toEqual({ id: 'key1', plan: 'stack/standard' });
    expect(members()).toEqual({ 'plan-a': ['key1'], 'plan-b': [], 'plan-c': [] });
  });

  it('is added to the requested plan', async () => {
    const id = await idOf({ ...first, plan: 'large' });
    expect(members()).toEqual({ 'plan-a': [], 'plan-b': [id], 'plan-c': [] });
  });

  it('is found and not created twice when repeated', async () => {
    await idOf(other);
    const id = await idOf();
    expect(await idOf()).toBe(id);
    expect(await gatewayKeys.find('first')).toBe(id);
    expect(stub.keys.size).toBe(2);
  });

  it('is added to its plan if only that step is missing', async () => {
    const id = await idOf();
    stub.plans.get('plan-a')?.clear();
    await idOf();
    expect(members()).toEqual({ 'plan-a': [id], 'plan-b': [], 'plan-c': [] });
  });

  it('is removed from any other plan, because a stage meters a key by one plan', async () => {
    const id = await idOf({ ...first, plan: 'wide' });
    expect(await gatewayKeys.ensure(first)).toEqual({ id, plan: 'stack/standard' });
    expect(members()).toEqual({ 'plan-a': [id], 'plan-b': [], 'plan-c': [] });
  });

  it('is found by its value, enabled and described again after a manual change', async () => {
    const id = await idOf();
    const key = stub.keys.get(id);
    if (key) stub.keys.set(id, { ...key, enabled: false, name: 'renamed', description: '' });
    expect(stub.admits(first.value)).toBe(false);
    expect(await idOf()).toBe(id);
    expect(stub.keys.get(id)).toEqual({ ...key, name: 'renamed' });
    expect(stub.admits(first.value)).toBe(true);
  });

  it('is not created if the account has no capacity', async () => {
    stub.capacity = 0;
    expect(await gatewayKeys.ensure(first)).toBe('no_capacity');
  });

  it('is created even if API Gateway throttles at first', async () => {
    stub.throttled = 2;
    expect(await idOf()).toMatch(/^key/);
  });

  it('is removed, also when the removal is repeated', async () => {
    const id = await idOf();
    await gatewayKeys.remove(id);
    await gatewayKeys.remove(id);
    expect(await gatewayKeys.find('first')).toBeNull();
    expect(await gatewayKeys.look(id)).toBeNull();
    expect(await gatewayKeys.isIn('plan-a', id)).toBe(false);
  });

  it('is listed with all other keys of the account, page by page', async () => {
    for (let number = 0; number < 501; number += 1) {
      const id = `other${number}`;
      const value = `value-of-somebody-${number}`;
      stub.keys.set(id, { id, name: 'x', value, description: 'registry-else h', enabled: true });
      stub.plans.get('plan-b')?.add(id);
    }
    const id = await idOf();
    const all = await gatewayKeys.all();
    expect(all.length).toBe(502);
    expect(all.filter(({ keyHash }) => keyHash !== null)).toEqual([
      { id, name: 'first', value: first.value, enabled: true, keyHash: 'hash-of-first' },
    ]);
    expect((await gatewayKeys.inPlan('plan-b')).size).toBe(501);
  });
});
