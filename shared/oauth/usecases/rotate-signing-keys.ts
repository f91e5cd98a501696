import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import {
  generateSigningKey,
  type KeyPair,
  keyPairs,
  nonceWord,
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
import type { OtherAlgorithm } from '../domain/token-algorithm.ts';

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
  const [ES256, PS256] = await Promise.all([
    pairAfter(before?.others?.ES256, 'ES256'),
    pairAfter(before?.others?.PS256, 'PS256'),
  ]);
  const others = { ES256, PS256 };
  const formerWord = before === null ? undefined : nonceWord(before.current);
  await signingSecret.prepare(versionId, JSON.stringify({ current, next, others, formerWord }));
}

async function pairAfter(before: KeyPair | undefined, alg: OtherAlgorithm): Promise<KeyPair> {
  const [current, next] = await Promise.all([
    before?.next ?? generateSigningKey(alg),
    generateSigningKey(alg),
  ]);
  return { current, next };
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

async function publish(keys: SigningKeys, { table, now }: RotationDeps) {
  const at = now().toISOString();
  for (const key of keyPairs(keys).flatMap(({ current, next }) => [current, next])) {
    await publishSigningKey(table, publicHalf(key), at);
  }
}

/** Throws unless what the private keys sign is verified by the published ones. */
async function test(keys: SigningKeys, { table, now }: RotationDeps): Promise<void> {
  const published = await listSigningKeys(table, now());
  for (const key of keyPairs(keys).flatMap(({ current, next }) => [current, next])) {
    const { kid, alg } = key;
    const jwk = published.find((each) => each.kid === kid)?.jwk;
    if (jwk === undefined) throw new Error(`key ${kid} is not published`);
    const signed = await new CompactSign(new TextEncoder().encode('rotation'))
      .setProtectedHeader({ alg, kid })
      .sign(await importJWK({ ...key }, alg));
    await compactVerify(signed, await importJWK({ ...jwk }, alg));
  }
}

/**
 * What the table says of the keys follows from the version in use, so that a rerun completes an interrupted
 * run.
 */
async function finish(
  versionId: string,
  keys: SigningKeys,
  { table, now, signingSecret }: RotationDeps,
): Promise<void> {
  const inUse = await signingSecret.currentId();
  if (inUse !== versionId) await signingSecret.promote(versionId, inUse);
  const at = now().toISOString();
  const pairs = keyPairs(keys);
  for (const { current } of pairs) await noteActive(table, current.kid, at);
  const used = new Set(pairs.flatMap(({ current, next }) => [current.kid, next.kid]));
  for (const { kid, retiredAt } of await listSigningKeys(table, now())) {
    if (retiredAt !== null || used.has(kid)) continue;
    await retireSigningKey(table, kid, at);
  }
}
