import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { type GatewayKeys, openGatewayKeys } from '../../shared/access/gateway-keys.ts';
import { type KeysStub, startKeysStub } from '../support/api-gateway.ts';

let stub: KeysStub;
let gatewayKeys: GatewayKeys;

beforeAll(async () => {
  stub = await startKeysStub();
  vi.stubEnv('AWS_ENDPOINT_URL_API_GATEWAY', stub.endpoint);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
  gatewayKeys = openGatewayKeys('plan');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stub.stop();
});
beforeEach(() => {
  stub.keys.clear();
  stub.plans.clear();
  stub.capacity = 10_000;
});

describe('a key of API Gateway', () => {
  it('is made with the value and put on the usage plan', async () => {
    const id = await gatewayKeys.ensure('value-of-the-first-key', 'first');
    expect([...stub.keys.values()]).toEqual([
      { id, name: 'first', value: 'value-of-the-first-key' },
    ]);
    expect(stub.plans).toEqual(new Map([['plan', new Set([id])]]));
  });

  it('is found and not made twice when that is repeated', async () => {
    await gatewayKeys.ensure('value-of-another-key', 'first-born');
    const id = await gatewayKeys.ensure('value-of-the-first-key', 'first');
    expect(await gatewayKeys.ensure('value-of-the-first-key', 'first')).toBe(id);
    expect(await gatewayKeys.find('first')).toBe(id);
    expect(stub.keys.size).toBe(2);
  });

  it('is put on the plan when only that was left undone', async () => {
    const id = await gatewayKeys.ensure('value-of-the-first-key', 'first');
    stub.plans.clear();
    await gatewayKeys.ensure('value-of-the-first-key', 'first');
    expect(stub.plans).toEqual(new Map([['plan', new Set([id])]]));
  });

  it('is not made where there can be no more of them', async () => {
    stub.capacity = 0;
    expect(await gatewayKeys.ensure('value-of-the-first-key', 'first')).toBe('no_capacity');
  });

  it('is removed, and gone when that is repeated', async () => {
    const id = await gatewayKeys.ensure('value-of-the-first-key', 'first');
    await gatewayKeys.remove(id);
    await gatewayKeys.remove(id);
    expect(await gatewayKeys.find('first')).toBeNull();
  });
});
