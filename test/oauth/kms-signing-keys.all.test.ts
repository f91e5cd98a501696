import { randomUUID } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startKms } from '../../local/engines/kms.ts';
import { openKmsKeys } from '../../shared/kernel/aws/kms-keys.ts';
import { openSigner } from '../../shared/oauth/auth/signer.ts';
import { parseSigningKeys } from '../../shared/oauth/auth/signing-keys.ts';
import { listSigningKeys } from '../../shared/oauth/db/signing-keys.ts';
import type { RotationDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import { tokenAlgorithms } from '../../shared/oauth/domain/client-metadata.ts';
import {
  rotateSigningKeys,
  rotationSteps,
} from '../../shared/oauth/usecases/rotate-signing-keys.ts';
import { depsOn } from '../support/core-deps.ts';
import { memorySecret } from '../support/signing-secret.ts';
import { freshTable } from '../support/table.ts';

const rsa = ['rsa-1', 'rsa-2', 'rsa-3', 'pss-1', 'pss-2'];
const engine = await startKms({ rsaKeys: rsa, ecKeys: ['ec-1', 'ec-2'] });
Object.assign(process.env, {
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
  AWS_ENDPOINT_URL_KMS: engine.endpoint,
});
const kms = openKmsKeys();
afterAll(() => engine.stop());

type KeyIds = NonNullable<RotationDeps['inKms']>['keyIds'];
const allInKms = { RS256: ['rsa-1', 'rsa-2'], PS256: ['pss-1', 'pss-2'], ES256: ['ec-1', 'ec-2'] };

let deps: Omit<RotationDeps, 'inKms'> & ReturnType<typeof depsOn>;
beforeEach(async () => {
  deps = { ...depsOn(await freshTable()), signingSecret: memorySecret() };
});

async function rotate(keyIds: KeyIds, versionId: string = randomUUID()): Promise<void> {
  for (const step of rotationSteps) {
    await rotateSigningKeys(step, versionId, { ...deps, inKms: { kms, keyIds } });
  }
}

const signer = () => openSigner(deps.signingSecret.current, deps.now, kms);

/** Where the current and next RS256 keys are stored: a KMS key id, or `secret`. */
async function places() {
  const keys = parseSigningKeys(await deps.signingSecret.current());
  if (keys === null) throw new Error('no keys');
  return [keys.current, keys.next].map((key) => ('kms' in key ? key.kms : 'secret'));
}

/** The token, verified with the published key that its header names. */
async function verified(token: string) {
  const published = await listSigningKeys(deps.table, deps.now());
  return jwtVerify(
    token,
    async ({ kid }) => {
      const jwk = published.find((each) => each.kid === kid)?.jwk;
      if (jwk === undefined) throw new Error('not published');
      return importJWK({ ...jwk }, jwk.alg);
    },
    { currentDate: deps.now() },
  );
}

describe('signing keys in KMS', () => {
  it.each(tokenAlgorithms)('sign tokens with %s that the published keys verify', async (alg) => {
    await rotate(allInKms);
    // A P-256 signature sometimes has shorter numbers: often enough to be among these.
    for (let count = 0; count < 40; count += 1) {
      const token = await signer().sign({ sub: 'ada', count }, 'at+jwt', alg);
      expect(await verified(token)).toMatchObject({
        payload: { sub: 'ada', count },
        protectedHeader: { alg, typ: 'at+jwt' },
      });
    }
  });

  it('leave no private key in the secret', async () => {
    await rotate(allInKms);
    const text = await deps.signingSecret.current();
    expect(JSON.parse(text)).toMatchObject({ current: { kms: 'rsa-1' }, next: { kms: 'rsa-2' } });
    for (const part of ['"d"', '"p"', '"q"', '"dp"']) expect(text).not.toContain(part);
  });

  it('sign messages longer than KMS accepts', async () => {
    await rotate(allInKms);
    const nonce = 'é'.repeat(2_000);
    const { payload } = await verified(await signer().sign({ nonce }, 'JWT'));
    expect(payload['nonce']).toBe(nonce);
  });

  it('are used in order, each published one rotation ahead; the last one stays in use', async () => {
    await rotate(allInKms);
    expect(await places()).toEqual(['rsa-1', 'rsa-2']);
    const old = await signer().sign({ one: 1 }, 'JWT');
    await rotate(allInKms);
    expect(await places()).toEqual(['rsa-2', 'rsa-2']);
    await rotate(allInKms);
    expect(await places()).toEqual(['rsa-2', 'rsa-2']);
    const more = { ...allInKms, RS256: ['rsa-1', 'rsa-2', 'rsa-3'] };
    await rotate(more);
    expect(await places()).toEqual(['rsa-2', 'rsa-3']);
    await rotate(more);
    expect(await places()).toEqual(['rsa-3', 'rsa-3']);
    const published = await listSigningKeys(deps.table, deps.now());
    const active = published.filter(({ jwk, retiredAt }) => jwk.alg === 'RS256' && !retiredAt);
    expect(active).toHaveLength(1);
    expect((await verified(old)).payload).toEqual({ one: 1 });
    expect((await verified(await signer().sign({}, 'JWT'))).payload).toEqual({});
  });

  it('replace keys in the secret, and are replaced by them, without a gap', async () => {
    await rotate({});
    expect(await places()).toEqual(['secret', 'secret']);
    const fromSecret = await signer().sign({ from: 'secret' }, 'JWT');
    await rotate({ RS256: ['rsa-1'] });
    expect(await places()).toEqual(['secret', 'rsa-1']);
    await rotate({ RS256: ['rsa-1'] });
    expect(await places()).toEqual(['rsa-1', 'rsa-1']);
    const fromKms = await signer().sign({ from: 'kms' }, 'JWT');
    await rotate({});
    expect(await places()).toEqual(['rsa-1', 'secret']);
    await rotate({});
    expect(await places()).toEqual(['secret', 'secret']);
    expect((await verified(fromSecret)).payload).toEqual({ from: 'secret' });
    expect((await verified(fromKms)).payload).toEqual({ from: 'kms' });
  });

  it('keep nonces valid across a rotation', async () => {
    await rotate(allInKms);
    const [before = ''] = await signer().nonces();
    await rotate(allInKms);
    const after = await signer().nonces();
    expect(after[0]).not.toBe(before);
    expect(after).toContain(before);
  });

  it('are refused if they have signed before', async () => {
    await rotate({ RS256: ['rsa-1', 'rsa-2'] });
    await rotate({ RS256: ['rsa-1', 'rsa-2'] });
    await expect(rotate({ RS256: ['rsa-1'] })).rejects.toThrow(
      'rsa-1 has signed before: name a key that has not',
    );
    expect(await places()).toEqual(['rsa-2', 'rsa-2']);
  });

  it('are refused if they are for another algorithm', async () => {
    await expect(rotate({ RS256: ['ec-1'] })).rejects.toThrow('ec-1 is no key of RS256');
    await expect(rotate({ ES256: ['rsa-1'] })).rejects.toThrow('rsa-1 is no key of ES256');
    expect(parseSigningKeys(await deps.signingSecret.current())).toBeNull();
  });

  it('stay the same if an interrupted rotation continues', async () => {
    const version = randomUUID();
    const inKms = { kms, keyIds: allInKms };
    await rotateSigningKeys('createSecret', version, { ...deps, inKms });
    const prepared = await deps.signingSecret.read(version);
    await rotate(allInKms, version);
    expect(await deps.signingSecret.current()).toBe(prepared);
  });
});
