import { randomUUID } from 'node:crypto';
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { emptySigningKeys, parseSigningKeys } from '../shared/auth/signing-keys.ts';
import type { RotationDeps } from '../shared/deps/rotation.ts';
import { rotateSigningKeys, rotationSteps } from '../shared/usecases/rotate-signing-keys.ts';

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
    // A start that was cut off may have left the marks in the table undone.
    const versionId = await deps.signingSecret.currentId();
    if (versionId === undefined) throw new Error('the secret of signing keys has no version');
    await rotateSigningKeys('setSecret', versionId, deps);
    await rotateSigningKeys('finishSecret', versionId, deps);
    return;
  }
  const versionId = randomUUID();
  for (const step of rotationSteps) await rotateSigningKeys(step, versionId, deps);
}
