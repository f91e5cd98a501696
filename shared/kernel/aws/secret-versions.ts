import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { timeLimits } from '../runtime/client-parts.ts';

/** One secret in Secrets Manager, with the versions that a rotation goes through. */
export interface SecretVersions {
  /** Text of the version that is in use. */
  current(): Promise<string>;
  /** Text of a version; null while it has none. */
  read(versionId: string): Promise<string | null>;
  /** Stores the text as the version that a rotation prepares. A version that has a text keeps it. */
  prepare(versionId: string, text: string): Promise<void>;
  /** Id of the version that is in use. */
  currentId(): Promise<string | undefined>;
  /** Puts a version into use in place of `before`. */
  promote(versionId: string, before: string | undefined): Promise<void>;
}

/** Versions of one secret. Reading one that does not exist gives null; every other failure throws. */
export function openSecretVersions(secretId: string): SecretVersions {
  const client = new SecretsManagerClient(timeLimits({ attempts: 3, requestTimeout: 2_000 }));
  const SecretId = secretId;
  return {
    async current() {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
      return SecretString ?? '';
    },
    async read(VersionId) {
      try {
        const { SecretString } = await client.send(
          new GetSecretValueCommand({ SecretId, VersionId }),
        );
        return SecretString ?? null;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return null;
        throw error;
      }
    },
    async prepare(ClientRequestToken, SecretString) {
      try {
        await client.send(
          new PutSecretValueCommand({
            SecretId,
            ClientRequestToken,
            SecretString,
            VersionStages: ['AWSPENDING'],
          }),
        );
      } catch (error) {
        // Another run of the same rotation was faster: its text counts.
        if (!(error instanceof ResourceExistsException)) throw error;
      }
    },
    async currentId() {
      const { VersionIdsToStages = {} } = await client.send(
        new DescribeSecretCommand({ SecretId }),
      );
      return Object.keys(VersionIdsToStages).find((id) =>
        VersionIdsToStages[id]?.includes('AWSCURRENT'),
      );
    },
    async promote(MoveToVersionId, RemoveFromVersionId) {
      await client.send(
        new UpdateSecretVersionStageCommand({
          SecretId,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId,
          RemoveFromVersionId,
        }),
      );
    },
  };
}
