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

/** What the deployment does in AWS: makes the secret, and rotates it once so that there are keys. */
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
    // A start that was cut off may not have marked the keys in the table.
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
 * What `aws secretsmanager rotate-secret` does: all steps towards a new version, one rotation after the other. The
 * answer has the ids of the keys of RS256: the one that signs, the next, and those that signed before and are still published.
 * The keys of the other algorithms go with them.
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
