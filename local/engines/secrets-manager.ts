import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError, type Operation, startAwsJsonServer } from './aws-json.ts';
import type { Engine } from './engine.ts';
import { openSecretStore, type Secret, type SecretVersion } from './secret-store.ts';

const SecretId = z.string().check(z.minLength(1));
const Value = {
  ClientRequestToken: z.optional(z.string()),
  SecretString: z.optional(z.string()),
  SecretBinary: z.optional(z.string()),
};
const CreateSecret = z.object({ Name: SecretId, ...Value });
const PutSecretValue = z.object({
  SecretId,
  VersionStages: z.optional(z.array(z.string())),
  ...Value,
});
const GetSecretValue = z.object({
  SecretId,
  VersionId: z.optional(z.string()),
  VersionStage: z.optional(z.string()),
});
const DescribeSecret = z.object({ SecretId });
const UpdateSecretVersionStage = z.object({
  SecretId,
  VersionStage: z.string(),
  RemoveFromVersionId: z.optional(z.string()),
  MoveToVersionId: z.optional(z.string()),
});

/**
 * Secrets Manager with version stages (AWSCURRENT, AWSPREVIOUS, AWSPENDING and own labels), as
 * rotation uses them. With a data directory the secrets are kept in `secrets.json`, readable by the
 * owner only. Values are not encrypted, so store only invented secrets.
 */
export async function startSecretsManager(
  options: {
    readonly dataDirectory?: string | undefined;
    readonly port?: number | undefined;
    readonly now?: () => Date;
  } = {},
): Promise<Engine> {
  const now = options.now ?? (() => new Date());
  const store = openSecretStore(options.dataDirectory);

  const addVersion = (
    secret: Secret,
    value: z.output<typeof CreateSecret> | z.output<typeof PutSecretValue>,
    stages: readonly string[],
  ): SecretVersion => {
    const id = value.ClientRequestToken ?? randomUUID();
    if ((value.SecretString === undefined) === (value.SecretBinary === undefined))
      throw new AwsError(
        'InvalidRequestException',
        'Give exactly one of SecretString and SecretBinary.',
      );
    const known = secret.versions.find((version) => version.id === id);
    if (known) {
      if (known.string !== value.SecretString || known.binary !== value.SecretBinary)
        throw new AwsError(
          'ResourceExistsException',
          'A version with this token exists with another value.',
        );
      return known;
    }
    const version: SecretVersion = {
      id,
      string: value.SecretString,
      binary: value.SecretBinary,
      createdAt: now().getTime(),
      stages: [],
    };
    secret.versions.push(version);
    for (const stage of stages) moveStage(secret, stage, version);
    return version;
  };

  const operations: Record<string, Operation> = {
    CreateSecret: (input) => {
      const request = CreateSecret.parse(input);
      if (store.find(request.Name))
        throw new AwsError('ResourceExistsException', 'A secret with this name exists.');
      const secret = store.create(request.Name, now().getTime());
      const hasValue = request.SecretString !== undefined || request.SecretBinary !== undefined;
      const version = hasValue ? addVersion(secret, request, ['AWSCURRENT']) : undefined;
      store.save();
      return { ARN: secret.arn, Name: secret.name, VersionId: version?.id };
    },

    PutSecretValue: (input) => {
      const request = PutSecretValue.parse(input);
      const secret = existing(store.find(request.SecretId));
      const version = addVersion(secret, request, request.VersionStages ?? ['AWSCURRENT']);
      store.save();
      return {
        ARN: secret.arn,
        Name: secret.name,
        VersionId: version.id,
        VersionStages: version.stages,
      };
    },

    GetSecretValue: (input) => {
      const request = GetSecretValue.parse(input);
      const secret = existing(store.find(request.SecretId));
      const stage = request.VersionStage ?? (request.VersionId ? undefined : 'AWSCURRENT');
      const version = secret.versions.find(
        ({ id, stages }) =>
          (request.VersionId === undefined || id === request.VersionId) &&
          (stage === undefined || stages.includes(stage)),
      );
      if (!version)
        throw new AwsError(
          'ResourceNotFoundException',
          `Secrets Manager can't find the specified secret value for ${stage ? `staging label: ${stage}` : 'VersionId'}`,
        );
      return {
        ARN: secret.arn,
        Name: secret.name,
        VersionId: version.id,
        SecretString: version.string,
        SecretBinary: version.binary,
        VersionStages: version.stages,
        CreatedDate: version.createdAt / 1000,
      };
    },

    DescribeSecret: (input) => {
      const secret = existing(store.find(DescribeSecret.parse(input).SecretId));
      const staged = secret.versions.filter(({ stages }) => stages.length > 0);
      return {
        ARN: secret.arn,
        Name: secret.name,
        CreatedDate: secret.createdAt / 1000,
        VersionIdsToStages: Object.fromEntries(staged.map(({ id, stages }) => [id, stages])),
      };
    },

    UpdateSecretVersionStage: (input) => {
      const request = UpdateSecretVersionStage.parse(input);
      const secret = existing(store.find(request.SecretId));
      const holder = secret.versions.find((each) => each.stages.includes(request.VersionStage));
      if (
        holder &&
        holder.id !== request.MoveToVersionId &&
        holder.id !== request.RemoveFromVersionId
      )
        throw new AwsError(
          'InvalidParameterException',
          `The staging label ${request.VersionStage} is attached to another version: name it in RemoveFromVersionId.`,
        );
      if (request.MoveToVersionId === undefined) {
        if (holder) holder.stages = without(holder.stages, request.VersionStage);
      } else {
        const target = secret.versions.find(({ id }) => id === request.MoveToVersionId);
        if (!target)
          throw new AwsError('ResourceNotFoundException', 'The secret has no such version.');
        moveStage(secret, request.VersionStage, target);
      }
      store.save();
      return { ARN: secret.arn, Name: secret.name };
    },
  };

  return startAwsJsonServer({
    targetPrefix: 'secretsmanager',
    version: '1.1',
    operations,
    port: options.port,
  });
}

/** A label belongs to only one version; AWSPREVIOUS moves to the version that loses AWSCURRENT. */
function moveStage(secret: Secret, stage: string, target: SecretVersion): void {
  const holder = secret.versions.find((version) => version.stages.includes(stage));
  if (holder === target) return;
  if (holder) holder.stages = without(holder.stages, stage);
  target.stages = [...target.stages, stage];
  if (stage === 'AWSCURRENT' && holder) moveStage(secret, 'AWSPREVIOUS', holder);
}

function without(stages: readonly string[], stage: string): string[] {
  return stages.filter((each) => each !== stage);
}

function existing(secret: Secret | undefined): Secret {
  if (!secret)
    throw new AwsError(
      'ResourceNotFoundException',
      "Secrets Manager can't find the specified secret.",
    );
  return secret;
}
