import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { startSecretsManager } from '../../local/engines/secrets-manager.ts';

let dataDirectory: string;
let engine: Engine;
let client: SecretsManagerClient;

const start = async () => {
  engine = await startSecretsManager({ dataDirectory });
  client = new SecretsManagerClient({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
};
const read = async (input: { VersionId?: string; VersionStage?: string } = {}) =>
  (await client.send(new GetSecretValueCommand({ SecretId: 'keys', ...input }))).SecretString;
const put = (value: string, token: string, ...stages: string[]) =>
  client.send(
    new PutSecretValueCommand({
      SecretId: 'keys',
      SecretString: value,
      ClientRequestToken: token,
      ...(stages.length > 0 && { VersionStages: stages }),
    }),
  );
const tokens = { one: 'token-of-the-first-version-00001', two: 'token-of-the-second-version-0002' };

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'secrets-test-'));
  await start();
  await client.send(
    new CreateSecretCommand({ Name: 'keys', SecretString: 'v1', ClientRequestToken: tokens.one }),
  );
});

afterEach(async () => {
  await engine.stop();
  rmSync(dataDirectory, { recursive: true });
});

test('a new value becomes current, and the one before it previous', async () => {
  await put('v2', tokens.two);
  expect([
    await read(),
    await read({ VersionStage: 'AWSPREVIOUS' }),
    await read({ VersionId: tokens.one }),
  ]).toEqual(['v2', 'v1', 'v1']);
});

test('a pending version is promoted by moving AWSCURRENT, and AWSPREVIOUS follows', async () => {
  await put('v2', tokens.two, 'AWSPENDING');
  expect(await read()).toBe('v1');
  await client.send(
    new UpdateSecretVersionStageCommand({
      SecretId: 'keys',
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: tokens.two,
      RemoveFromVersionId: tokens.one,
    }),
  );
  const { VersionIdsToStages } = await client.send(new DescribeSecretCommand({ SecretId: 'keys' }));
  expect(VersionIdsToStages).toEqual({
    [tokens.one]: ['AWSPREVIOUS'],
    [tokens.two]: ['AWSPENDING', 'AWSCURRENT'],
  });
});

test('a label moves from another version only if that version is named', async () => {
  await put('v2', tokens.two, 'AWSPENDING');
  await expect(
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId: 'keys',
        VersionStage: 'AWSCURRENT',
        MoveToVersionId: tokens.two,
      }),
    ),
  ).rejects.toMatchObject({ name: 'InvalidParameterException' });
});

test('a put with the same token can be repeated, but not with another value', async () => {
  await put('v2', tokens.two);
  await put('v2', tokens.two);
  expect(await read({ VersionStage: 'AWSPREVIOUS' })).toBe('v1');
  await expect(put('other', tokens.two)).rejects.toMatchObject({ name: 'ResourceExistsException' });
});

test('an unknown secret, version or operation is refused by name', async () => {
  await expect(
    client.send(new GetSecretValueCommand({ SecretId: 'nothing' })),
  ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(read({ VersionStage: 'AWSPENDING' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  await expect(client.send(new ListSecretsCommand({}))).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});

test('secrets survive a restart with a data directory and are found by ARN', async () => {
  await put('v2', tokens.two);
  await engine.stop();
  await start();
  const { ARN } = await client.send(new DescribeSecretCommand({ SecretId: 'keys' }));
  const { SecretString } = await client.send(
    new GetSecretValueCommand({ SecretId: ARN, VersionStage: 'AWSPREVIOUS' }),
  );
  expect([await read(), SecretString]).toEqual(['v2', 'v1']);
});

test('an empty file after a power cut holds no secrets, and an unreadable one is never overwritten', async () => {
  const file = join(dataDirectory, 'secrets.json');
  await engine.stop();
  writeFileSync(file, '');
  await start();
  await expect(read()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  writeFileSync(file, '[{"name":');
  await expect(startSecretsManager({ dataDirectory })).rejects.toThrow(
    `${file} can't be read: put it aside, and new secrets are made.`,
  );
});
