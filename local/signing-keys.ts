import { randomUUID } from 'node:crypto';
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { emptySigningKeys, parseSigningKeys } from '../shared/oauth/auth/signing-keys.ts';
import { listSigningKeys } from '../shared/oauth/db/signing-keys.ts';
import type { RotationDeps } from '../shared/oauth/deps/oauth-deps.ts';
import { rotateSigningKeys, rotationSteps } from '../shared/oauth/usecases/rotate-signing-keys.ts';

/** The secret's name on this machine. */
export const signingKeysSecret = 'registry/signing-keys';

/** The deployment's step in AWS: creates the secret, and rotates it once so that there are keys. */
export async function prepareSigningKeys(deps: RotationDeps): Promise<void> {
  const client = new SecretsManagerClient({});
  try {
    await client.send(
      new CreateSecretCommand({ Name: signingKeysSecret, SecretString: emptySigningKeys }),
    );
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    client.destroy();
  }
  if (parseSigningKeys(await deps.signingSecret.current()) !== null) {
    // An interrupted start may not have marked the keys in the table.
    const versionId = await deps.signingSecret.currentId();
    if (versionId === undefined) throw new Error('the secret of signing keys has no version');
    await rotateSigningKeys('setSecret', versionId, deps);
    await rotateSigningKeys('finishSecret', versionId, deps);
    return;
  }
  await rotate(deps);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Like `aws secretsmanager rotate-secret`: all steps to a new version, one rotation after the other. The answer has the
 * ids of the RS256 keys: the signing key, the next, and earlier ones that are still published. The other algorithms'
 * keys rotate with them.
 */
export function rotateOnce(deps: RotationDeps) {
  const rotation = last.then(async () => {
    await rotate(deps);
    const all = await listSigningKeys(deps.table, deps.now());
    const published = all.filter(({ jwk }) => jwk.alg === 'RS256');
    const active = published.filter(({ retiredAt }) => retiredAt === null);
    return {
      current: active.find(({ activeFrom }) => activeFrom !== null)?.kid,
      next: active.find(({ activeFrom }) => activeFrom === null)?.kid,
      retired: published.filter(({ retiredAt }) => retiredAt !== null).map(({ kid }) => kid),
    };
  });
  last = rotation.catch(() => {});
  return rotation;
}

async function rotate(deps: RotationDeps): Promise<void> {
  const versionId = randomUUID();
  for (const step of rotationSteps) await rotateSigningKeys(step, versionId, deps);
}
