import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { timeLimits } from '../runtime/client-parts.ts';
import { openJsonCalls } from './json-calls.ts';

const Answer = z.object({ SecretString: z.optional(z.string()) });

/** The messages of its `CallRefused` errors don't name secrets. */
const secretsManager = {
  name: 'Secrets Manager',
  signedAs: 'secretsmanager',
  host: 'secretsmanager',
  variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
} as const;

/**
 * Reads the current value of a secret; an empty text if it has none. Makes one signed request, with
 * as many attempts as the SDK's client, which it does not use (decision 74).
 */
export function openSecretReader(secretId: string): () => Promise<string> {
  const call = openJsonCalls(secretsManager, { attempts: 3, requestTimeout: 2_000 });
  return async () => {
    const answer = await call({
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.GetSecretValue',
      },
      body: { SecretId: secretId },
    });
    return Answer.parse(answer).SecretString ?? '';
  };
}

/** How long a secret is cached, in milliseconds. */
const cacheMs = 300_000;

/**
 * Reads secrets that are shared with another party. A secret's text is a list of values: the first
 * is the current one, the others are still accepted. Cached for five minutes, so a rotation needs
 * no deployment.
 */
export function openSharedSecrets(now: () => Date): (id: string) => Promise<readonly string[]> {
  const known = new Map<string, { readonly words: readonly string[]; readonly until: number }>();
  return async (id) => {
    const kept = known.get(id);
    if (kept !== undefined && kept.until > now().getTime()) return kept.words;
    const words = (await openSecretReader(id)()).split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) throw new Error('a shared secret is empty');
    known.set(id, { words, until: now().getTime() + cacheMs });
    return words;
  };
}

/** One secret in Secrets Manager, with the versions that a rotation goes through. */
export interface SecretVersions {
  /** The text of the current version. */
  current(): Promise<string>;
  /** The text of a version; null if it has none yet. */
  read(versionId: string): Promise<string | null>;
  /**
   * Stores the text as the pending version of a rotation. A version that already has a text is not
   * changed.
   */
  prepare(versionId: string, text: string): Promise<void>;
  /** The id of the current version. */
  currentId(): Promise<string | undefined>;
  /** Makes a version current instead of `before`. */
  promote(versionId: string, before: string | undefined): Promise<void>;
}

/**
 * The versions of one secret. Reading a version that does not exist returns null; every other error
 * is thrown.
 */
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
        // Another run of the same rotation was faster; its text is used.
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
