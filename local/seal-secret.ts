import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  ResourceExistsException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

/** The secret's name on this machine. */
export const sealSecret = 'registry/seal';

/** The deployment's step in AWS: creates the secret that seals browser data, once. */
export async function prepareSealSecret(): Promise<void> {
  const client = new SecretsManagerClient({});
  try {
    const SecretString = randomBytes(32).toString('hex');
    await client.send(new CreateSecretCommand({ Name: sealSecret, SecretString }));
  } catch (error) {
    if (!(error instanceof ResourceExistsException)) throw error;
  } finally {
    client.destroy();
  }
}
