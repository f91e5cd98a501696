import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import type { KmsKeys } from '../../kernel/aws/kms-keys.ts';
import { kmsJwk, signInKms } from '../auth/signer.ts';
import {
  generateSigningKey,
  isInKms,
  type KeyPair,
  keyPairs,
  nonceKey,
  parseSigningKeys,
  publicHalf,
  type SigningKey,
  type SigningKeys,
} from '../auth/signing-keys.ts';
import {
  listSigningKeys,
  noteActive,
  publishSigningKey,
  retireSigningKey,
} from '../db/signing-keys.ts';
import type { RotationDeps } from '../deps/oauth-deps.ts';
import type { TokenAlgorithm } from '../domain/client-metadata.ts';

/** The four steps of a rotation in Secrets Manager, in their order. */
export const rotationSteps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type RotationStep = (typeof rotationSteps)[number];

/**
 * One step of a rotation to the version with this id. Each step can be repeated, and running all
 * steps again completes an interrupted rotation.
 *
 * The key that becomes current was published as the next one by the previous rotation, so clients
 * that cache the published keys already have it. The first rotation creates both. KMS keys are used
 * in the order of their ARNs; the last one stays in use until another one is added.
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

async function createSecret(versionId: string, deps: RotationDeps): Promise<void> {
  const { signingSecret } = deps;
  if ((await signingSecret.read(versionId)) !== null) return;
  const before = parseSigningKeys(await signingSecret.current());
  const [pair, ES256, PS256] = await Promise.all([
    pairAfter(before ?? undefined, 'RS256', deps),
    pairAfter(before?.others.ES256, 'ES256', deps),
    pairAfter(before?.others.PS256, 'PS256', deps),
  ]);
  const others = { ES256, PS256 };
  const previousNonceKey = before === null ? undefined : nonceKey(before.current);
  await signingSecret.prepare(versionId, JSON.stringify({ ...pair, others, previousNonceKey }));
}

async function pairAfter(
  before: KeyPair | undefined,
  alg: TokenAlgorithm,
  deps: RotationDeps,
): Promise<KeyPair> {
  const current = before?.next ?? (await keyAfter(undefined, alg, deps));
  return { current, next: await keyAfter(current, alg, deps) };
}

/**
 * A new key, or the next one in KMS. Throws for a key that has signed before: it is about to be
 * removed from the published keys.
 */
async function keyAfter(
  before: SigningKey | undefined,
  alg: TokenAlgorithm,
  { inKms, table, now }: RotationDeps,
): Promise<SigningKey> {
  const keyIds = inKms?.keyIds[alg] ?? [];
  const position = before !== undefined && isInKms(before) ? keyIds.indexOf(before.kms) : -1;
  const keyId = keyIds[position + 1] ?? keyIds.at(-1);
  if (inKms === undefined || keyId === undefined) return generateSigningKey(alg);
  if (before !== undefined && isInKms(before) && before.kms === keyId) return before;
  const key = await kmsJwk(keyId, alg, inKms.kms);
  const published = await listSigningKeys(table, now());
  if (published.some(({ kid, retiredAt }) => kid === key.kid && retiredAt !== null)) {
    throw new Error(`${keyId} has signed before: name a key that has not`);
  }
  return key;
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

/** Throws unless the published keys verify what the private keys sign. */
async function test(keys: SigningKeys, { table, now, inKms }: RotationDeps): Promise<void> {
  const published = await listSigningKeys(table, now());
  for (const key of keyPairs(keys).flatMap(({ current, next }) => [current, next])) {
    const { kid, alg } = key;
    const jwk = published.find((each) => each.kid === kid)?.jwk;
    if (jwk === undefined) throw new Error(`key ${kid} is not published`);
    const signed = await sign('rotation', key, inKms?.kms);
    await compactVerify(signed, await importJWK({ ...jwk }, alg));
  }
}

async function sign(text: string, key: SigningKey, kms: KmsKeys | undefined): Promise<string> {
  const { alg, kid } = key;
  if (!isInKms(key)) {
    return new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg, kid })
      .sign(await importJWK({ ...key }, alg));
  }
  if (kms === undefined) throw new Error(`key ${kid} is in KMS`);
  return signInKms({ alg, kid }, text, key, kms);
}

/**
 * The keys in the table are derived from the current version, so a rerun completes an interrupted
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
  for (const key of await listSigningKeys(table, now())) {
    if (key.retiredAt !== null || used.has(key.kid)) continue;
    await retireSigningKey(table, key, at);
  }
}
