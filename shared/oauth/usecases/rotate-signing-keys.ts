import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import { openSigner } from '../auth/signer.ts';
import {
  generateSigningKey,
  parseSigningKeys,
  publicHalf,
  type SigningKeys,
} from '../auth/signing-keys.ts';
import {
  listSigningKeys,
  noteActive,
  publishSigningKey,
  retireSigningKey,
} from '../db/signing-keys.ts';
import type { RotationDeps } from '../deps/rotation.ts';

/** Secrets Manager's four steps of a rotation, in their order. */
export const rotationSteps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type RotationStep = (typeof rotationSteps)[number];

/**
 * One step of a rotation towards the version with this id. Each can be repeated, and an interrupted rotation is
 * completed by running its steps again.
 *
 * The key that becomes current was published as the next one by the rotation before, so that whoever caches the
 * published keys has it already. The first rotation makes both.
 */
export async function rotateSigningKeys(
  step: RotationStep,
  versionId: string,
  deps: RotationDeps,
): Promise<void> {
  switch (step) {
    case 'createSecret':
      return createSecret(versionId, deps);
    case 'setSecret':
      return publish(await preparedKeys(versionId, deps), deps);
    case 'testSecret':
      return test(await preparedKeys(versionId, deps), deps);
    case 'finishSecret':
      return finish(versionId, await preparedKeys(versionId, deps), deps);
  }
}

async function createSecret(versionId: string, { signingSecret }: RotationDeps): Promise<void> {
  if ((await signingSecret.read(versionId)) !== null) return;
  const before = parseSigningKeys(await signingSecret.current());
  const [current, next] = await Promise.all([
    before?.next ?? generateSigningKey(),
    generateSigningKey(),
  ]);
  await signingSecret.prepare(versionId, JSON.stringify({ current, next }));
}

/** Throws when `createSecret` has not run. */
async function preparedKeys(
  versionId: string,
  { signingSecret }: RotationDeps,
): Promise<SigningKeys> {
  const text = await signingSecret.read(versionId);
  const keys = text === null ? null : parseSigningKeys(text);
  if (keys === null) throw new Error(`version ${versionId} holds no signing keys`);
  return keys;
}

async function publish({ current, next }: SigningKeys, { table, now }: RotationDeps) {
  const at = now().toISOString();
  for (const key of [current, next]) await publishSigningKey(table, publicHalf(key), at);
}

/** Throws unless what the private keys sign is verified by the published ones. */
async function test(keys: SigningKeys, { table, now }: RotationDeps): Promise<void> {
  const published = await listSigningKeys(table, now());
  for (const current of [keys.current, keys.next]) {
    const jwk = published.find(({ kid }) => kid === current.kid)?.jwk;
    if (jwk === undefined) throw new Error(`key ${current.kid} is not published`);
    const signer = openSigner(async () => JSON.stringify({ current, next: current }), now);
    const signed = await signer.sign({ purpose: 'rotation' }, 'JWT');
    await compactVerify(signed, await importJWK({ ...jwk }, 'RS256'));
  }
}

/**
 * What the table says of the keys follows from the version in use, so that a rerun completes an interrupted
 * run.
 */
async function finish(
  versionId: string,
  { current, next }: SigningKeys,
  { table, now, signingSecret }: RotationDeps,
): Promise<void> {
  const inUse = await signingSecret.currentId();
  if (inUse !== versionId) await signingSecret.promote(versionId, inUse);
  const at = now().toISOString();
  await noteActive(table, current.kid, at);
  for (const { kid, retiredAt } of await listSigningKeys(table, now())) {
    if (retiredAt !== null || kid === current.kid || kid === next.kid) continue;
    await retireSigningKey(table, kid, at);
  }
}
