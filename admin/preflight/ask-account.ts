import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { GetAccountCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { IAMClient } from '@aws-sdk/client-iam';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import {
  GetEmailIdentityCommand,
  GetAccountCommand as GetMailAccountCommand,
} from '@aws-sdk/client-sesv2';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import type { Account, Asked } from './account.ts';
import { askBucket, askTable } from './ask-restored.ts';
import { type Deployment, Settings } from './read-deployment.ts';

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Clients of one region, as someone who may read; tests pass others in. */
export interface Clients {
  readonly apiGateway: Pick<APIGatewayClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly mail: Pick<SESv2Client, 'send'>;
  readonly parameters: Pick<SSMClient, 'send'>;
  readonly identity: Pick<STSClient, 'send'>;
  readonly tables: Pick<DynamoDBClient, 'send'>;
  readonly buckets: Pick<S3Client, 'send'>;
  readonly roles: Pick<IAMClient, 'send'>;
  /** Tables of the same region under other credentials. */
  readonly as: (credentials: Credentials) => Pick<DynamoDBClient, 'send'>;
}

/** Asks for all that matters to the deployment; changes nothing. Throws only where AWS takes no credential. */
export async function askAccount(
  clients: Clients,
  region: string,
  { mailFrom, bootstrap, settings: stored, restoredTable, restoredDocuments }: Deployment,
): Promise<Account> {
  // First, and alone: without credentials nothing else is worth asking.
  const id = {
    said: (await clients.identity.send(new GetCallerIdentityCommand({}))).Account ?? '',
  };
  const [lambda, gateway, gatewayKeys, mail, senderVerified, bootstrapVersion, settings] =
    await Promise.all([
      asked(async () => {
        const { AccountLimit } = await clients.lambda.send(new GetAccountSettingsCommand({}));
        return {
          concurrent: AccountLimit?.ConcurrentExecutions ?? 0,
          unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
        };
      }),
      asked(async () => {
        const { throttleSettings, cloudwatchRoleArn } = await clients.apiGateway.send(
          new GetAccountCommand({}),
        );
        return {
          requestsPerSecond: throttleSettings?.rateLimit ?? 0,
          logRole: cloudwatchRoleArn ?? null,
        };
      }),
      asked(() => countKeys(clients.apiGateway)),
      asked(async () => {
        const found = await clients.mail.send(new GetMailAccountCommand({}));
        return {
          production: found.ProductionAccessEnabled ?? false,
          sending: found.SendingEnabled ?? false,
          perDay: found.SendQuota?.Max24HourSend ?? 0,
          perSecond: found.SendQuota?.MaxSendRate ?? 0,
          enforcement: found.EnforcementStatus ?? 'HEALTHY',
        };
      }),
      asked(() => isVerified(clients.mail, mailFrom)),
      asked(async () => {
        const version = await parameterOf(clients.parameters, bootstrap.parameter);
        return version === null ? null : Number(version);
      }),
      asked(async () => {
        const text = await parameterOf(clients.parameters, stored.parameter);
        return text === null ? null : Settings.parse(JSON.parse(text));
      }),
    ]);
  const restored = {
    ...(restoredTable && {
      restoredTable: await asked(() => askTable(clients.tables, restoredTable.name)),
    }),
    ...(restoredDocuments !== undefined && {
      restoredDocuments: await asked(() => askBucket(clients.buckets, restoredDocuments)),
    }),
  };
  const found = { id, region, lambda, gateway, gatewayKeys, mail, senderVerified };
  return { ...found, bootstrapVersion, settings, ...restored };
}

async function asked<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { said: await ask() };
  } catch (error) {
    return { unknown: error instanceof Error ? error.name : String(error) };
  }
}

/** Without their values: the keys are counted, and nothing more. */
async function countKeys(client: Clients['apiGateway']): Promise<number> {
  let count = 0;
  let position: string | undefined;
  do {
    const page = await client.send(
      new GetApiKeysCommand({ limit: 500, includeValues: false, ...(position && { position }) }),
    );
    count += page.items?.length ?? 0;
    position = page.position;
  } while (position !== undefined);
  return count;
}

/** An address is verified by itself, or by its domain. */
async function isVerified(client: Clients['mail'], mailFrom: string): Promise<boolean> {
  for (const EmailIdentity of [mailFrom, mailFrom.replace(/^.*@/, '')]) {
    try {
      const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (found.VerifiedForSendingStatus) return true;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'NotFoundException')) throw error;
    }
  }
  return false;
}

async function parameterOf(client: Clients['parameters'], Name: string): Promise<string | null> {
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name }));
    return Parameter?.Value ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'ParameterNotFound') return null;
    throw error;
  }
}
