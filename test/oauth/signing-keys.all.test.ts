import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/oauth/rotate-signing-keys.ts';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { startSecretsManager } from '../../local/engines/secrets-manager.ts';
import { openSecretReader, openSecretVersions } from '../../shared/kernel/aws/secrets.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import { openSigner } from '../../shared/oauth/auth/signer.ts';
import { emptySigningKeys, parseSigningKeys } from '../../shared/oauth/auth/signing-keys.ts';
import { listSigningKeys } from '../../shared/oauth/db/signing-keys.ts';
import type { RotationDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { depsOn } from '../support/core-deps.ts';
import { freshTable } from '../support/table.ts';

const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

let engine: Engine;
let client: SecretsManagerClient;
let secrets = 0;
let secretId: string;
let deps: RotationDeps & ReturnType<typeof depsOn>;

beforeAll(async () => {
  engine = await startSecretsManager();
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: engine.endpoint,
  });
  client = new SecretsManagerClient({});
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});
beforeEach(async () => {
  secrets += 1;
  secretId = `keys-${secrets}`;
  // With the seed that Secrets Manager adds to the initial value.
  const SecretString = JSON.stringify({ ...JSON.parse(emptySigningKeys), seed: 'x'.repeat(32) });
  await client.send(new CreateSecretCommand({ Name: secretId, SecretString }));
  deps = { ...depsOn(await freshTable()), signingSecret: openSecretVersions(secretId) };
});

const run = (event: object, given: RotationDeps) => withDeps(given, () => handler(event));
const step = (Step: string, ClientRequestToken: string) =>
  run({ Step, ClientRequestToken, SecretId: secretId, RotationEnabled: true }, deps);

async function rotate(version: string): Promise<void> {
  for (const each of steps) await step(each, version);
}

const ofRs256 = <K extends { readonly jwk: { readonly alg: string } }>(published: readonly K[]) =>
  published.filter(({ jwk }) => jwk.alg === 'RS256');

/** The kids of the private RS256 keys in use, and the published keys by kid. */
async function state() {
  const keys = parseSigningKeys(await deps.signingSecret.current());
  const published = await listSigningKeys(deps.table, deps.now());
  return {
    current: keys?.current.kid,
    next: keys?.next.kid,
    published: Object.fromEntries(
      ofRs256(published).map(({ kid, activeFrom, retiredAt }) => [kid, { activeFrom, retiredAt }]),
    ),
  };
}

const signer = () => openSigner(openSecretReader(secretId), deps.now);

async function verifies(token: string): Promise<boolean> {
  const published = await listSigningKeys(deps.table, deps.now());
  const checks = published.map(async ({ jwk }) => {
    await jwtVerify(token, await importJWK({ ...jwk }, jwk.alg), { currentDate: deps.now() });
  });
  return (await Promise.allSettled(checks)).some(({ status }) => status === 'fulfilled');
}

describe('the rotation of signing keys', () => {
  it('creates the first two keys: one signs, the other is published ahead', async () => {
    await expect(signer().sign({}, 'JWT')).rejects.toThrow('there is no signing key yet');
    await rotate('version-1');
    const { current = '', next = '', published } = await state();
    expect(published).toEqual({
      [current]: { activeFrom: deps.clock.now, retiredAt: null },
      [next]: { activeFrom: null, retiredAt: null },
    });
    expect(await verifies(await signer().sign({ one: 1 }, 'JWT'))).toBe(true);
  });

  it('activates the key published before, and keeps the old one for a week', async () => {
    await rotate('version-1');
    const before = await state();
    const old = await signer().sign({}, 'JWT');
    deps.clock.now = '2026-05-30T12:00:00.000Z';
    await rotate('version-2');
    const { current = '', next = '', published } = await state();
    expect(current).toBe(before.next);
    expect(published).toEqual({
      [String(before.current)]: {
        activeFrom: '2026-03-01T12:00:00.000Z',
        retiredAt: deps.clock.now,
      },
      [current]: { activeFrom: deps.clock.now, retiredAt: null },
      [next]: { activeFrom: null, retiredAt: null },
    });
    expect(await verifies(old)).toBe(true);
    deps.clock.now = '2026-06-06T11:59:59.999Z';
    expect(await verifies(old)).toBe(true);
    deps.clock.now = '2026-06-06T12:00:00.000Z';
    expect(await verifies(old)).toBe(false);
    expect(Object.keys((await state()).published).toSorted()).toEqual([current, next].toSorted());
  });

  it('also rotates the ES256 and PS256 keys', async () => {
    await rotate('version-1');
    const before = parseSigningKeys(await deps.signingSecret.current())?.others;
    for (const alg of ['ES256', 'PS256'] as const) {
      expect(await verifies(await signer().sign({}, 'JWT', alg))).toBe(true);
    }
    await rotate('version-2');
    const after = parseSigningKeys(await deps.signingSecret.current())?.others;
    expect(after?.ES256.current).toEqual(before?.ES256.next);
    expect(after?.PS256.current).toEqual(before?.PS256.next);
    const published = await listSigningKeys(deps.table, deps.now());
    const live = published.filter(({ retiredAt }) => retiredAt === null);
    expect(live.map(({ jwk }) => jwk.alg).toSorted()).toEqual(
      ['ES256', 'ES256', 'PS256', 'PS256', 'RS256', 'RS256'].toSorted(),
    );
  });

  it('is noticed by a running function within five minutes', async () => {
    await rotate('version-1');
    const running = signer();
    const kidOf = async () => {
      const [header = ''] = (await running.sign({}, 'JWT')).split('.');
      return JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
    };
    const first = await kidOf();
    await rotate('version-2');
    expect(await kidOf()).toBe(first);
    deps.clock.now = '2026-03-01T12:05:00.000Z';
    expect(await kidOf()).toBe((await state()).current);
  });

  it('keeps nonces valid across processes that read the keys before and after it', async () => {
    await rotate('version-1');
    const before = signer();
    const [ofBefore = ''] = await before.nonces();
    await rotate('version-2');
    const after = signer();
    const [ofAfter = ''] = await after.nonces();
    expect(ofAfter).not.toBe(ofBefore);
    expect(await after.nonces()).toContain(ofBefore);
    expect(await before.nonces()).toContain(ofAfter);
    await rotate('version-3');
    expect(await signer().nonces()).not.toContain(ofBefore);
    expect(await deps.signingSecret.current()).not.toContain(ofBefore);
  });

  it('has the same result if steps are repeated or it was interrupted', async () => {
    await rotate('version-1');
    for (const [index, cutOff] of steps.entries()) {
      const version = `again-${index}`;
      const before = await state();
      for (const each of steps.slice(0, index + 1)) await step(each, version);
      expect(cutOff).toBe(steps[index]);
      await rotate(version);
      await rotate(version);
      const { current = '', next = '', published } = await state();
      expect(current).toBe(before.next);
      const live = Object.entries(published).filter(([, { retiredAt }]) => retiredAt === null);
      expect(live.map(([kid]) => kid).toSorted()).toEqual([current, next].toSorted());
    }
  });

  it.each(['UpdateItem', 'TransactWriteItems', 'Query'])(
    'is completed by the next run if %s failed at any point',
    async (operation) => {
      await rotate('version-1');
      let broken = 0;
      for (let index = 0; index < 4; index += 1) {
        const version = `broken-${index}`;
        const before = await state();
        let seen = 0;
        const mend = brokenAt(operation, () => seen++ === index);
        await rotate(version).catch(() => {
          broken += 1;
        });
        mend();
        await rotate(version);
        const { current = '', next = '', published } = await state();
        expect(current).toBe(before.next);
        expect(published[current]?.retiredAt).toBeNull();
        const live = Object.entries(published).filter(([, { retiredAt }]) => retiredAt === null);
        expect(live.map(([kid]) => kid).toSorted()).toEqual([current, next].toSorted());
      }
      // A rotation calls each of these at least twice.
      expect(broken).toBeGreaterThanOrEqual(2);
    },
  );

  it('retires keys published by an abandoned rotation', async () => {
    await rotate('version-1');
    await step('createSecret', 'abandoned');
    await step('setSecret', 'abandoned');
    expect(Object.keys((await state()).published)).toHaveLength(3);
    await rotate('version-2');
    const { published } = await state();
    const live = Object.values(published).filter(({ retiredAt }) => retiredAt === null);
    expect(live).toHaveLength(2);
  });

  it('creates one pair of keys if ten runs of a step start at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => step('createSecret', 'version-1')));
    await rotate('version-1');
    expect(Object.keys((await state()).published)).toHaveLength(2);
  });

  it('fails if the key is not published or the version or step is unknown', async () => {
    await step('createSecret', 'version-1');
    await expect(step('testSecret', 'version-1')).rejects.toThrow('is not published');
    await expect(step('setSecret', 'unknown')).rejects.toThrow('holds no signing keys');
    await expect(step('nothing', 'version-1')).rejects.toThrow();
  });

  it('neither changes nor quotes a secret that holds something else', async () => {
    const name = `other-${secrets}`;
    await client.send(new CreateSecretCommand({ Name: name, SecretString: 'hunter2' }));
    const others = { ...deps, signingSecret: openSecretVersions(name) };
    const event = { Step: 'createSecret', ClientRequestToken: 'version-1' };
    await expect(run(event, others)).rejects.toThrow(
      'the secret of signing keys holds something else',
    );
    expect(await others.signingSecret.current()).toBe('hunter2');
  });
});

/** Makes table calls of one operation fail when `fails` returns true; returns a function that undoes it. */
function brokenAt(operation: string, fails: () => boolean): () => void {
  const { requestHandler } = deps.table.client.settings;
  const send = requestHandler.handle;
  requestHandler.handle = (request, options) => {
    const isMeant = request.headers['x-amz-target']?.endsWith(`.${operation}`);
    if (isMeant && fails()) throw new Error('broken off');
    return send(request, options);
  };
  return () => {
    requestHandler.handle = send;
  };
}
