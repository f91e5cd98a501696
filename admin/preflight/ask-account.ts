import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { GetAccountCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { IAMClient } from '@aws-sdk/client-iam';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import type { Route53Client } from '@aws-sdk/client-route-53';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import {
  GetEmailIdentityCommand,
  GetAccountCommand as GetMailAccountCommand,
} from '@aws-sdk/client-sesv2';
import type { SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import type { Account, Asked } from './account.ts';
import { askTopic } from './alarm-topics.ts';
import { askBucket, askTable } from './ask-restored.ts';
import { askZone } from './hosted-zone.ts';
import { type Deployment, Settings } from './read-deployment.ts';

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Clients of one region with read access; tests pass their own. */
export interface Clients {
  readonly apiGateway: Pick<APIGatewayClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly mail: Pick<SESv2Client, 'send'>;
  readonly parameters: Pick<SSMClient, 'send'>;
  readonly identity: Pick<STSClient, 'send'>;
  readonly tables: Pick<DynamoDBClient, 'send'>;
  readonly buckets: Pick<S3Client, 'send'>;
  readonly roles: Pick<IAMClient, 'send'>;
  readonly topics: Pick<SNSClient, 'send'>;
  readonly zones: Pick<Route53Client, 'send'>;
  /** Name servers of a name in the DNS. */
  readonly resolveNs: (name: string) => Promise<readonly string[]>;
  /** Tables of the same region under other credentials. */
  readonly as: (credentials: Credentials) => Pick<DynamoDBClient, 'send'>;
}

/** Requests everything that matters to the deployment; changes nothing. Throws only if AWS accepts no credentials. */
export async function askAccount(
  clients: Clients,
  region: string,
  deployment: Deployment,
): Promise<Account> {
  // First and by itself: without credentials all other requests would fail.
  const { Account: number = '', Arn = '' } = await clients.identity.send(
    new GetCallerIdentityCommand({}),
  );
  const id = { said: number };
  const { mailFrom, bootstrap, settings: stored, restoredTable, restoredDocuments } = deployment;
  const { domain } = deployment;
  const [lambda, gateway, gatewayKeys, mail, senderVerified, bootstrapVersion, settings] =
    await Promise.all([
      asked(async () => {
        const { AccountLimit } = await clients.lambda.send(new GetAccountSettingsCommand({}));
        return {
          concurrent: AccountLimit?.ConcurrentExecutions ?? 0,
          unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
          own: await reservedBy(clients.lambda, deployment.reserving),
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
  const topics = await Promise.all(
    deployment.topics.map(async (topic) => {
      const arn = `arn:${Arn.split(':')[1]}:sns:${region}:${number}:${topic}`;
      return { topic, subscribers: await asked(() => askTopic(clients.topics, arn)) };
    }),
  );
  const zone = domain && {
    zone: await asked(() => askZone(clients.zones, clients.resolveNs, domain)),
  };
  const found = { id, region, lambda, gateway, gatewayKeys, mail, senderVerified };
  return { ...found, bootstrapVersion, settings, topics, ...zone, ...restored };
}

async function asked<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { said: await ask() };
  } catch (error) {
    return { unknown: error instanceof Error ? error.name : String(error) };
  }
}

/** What these functions have already reserved; functions that don't exist yet have reserved nothing. */
async function reservedBy(client: Clients['lambda'], names: readonly string[]): Promise<number> {
  let sum = 0;
  for (const FunctionName of names) {
    try {
      const found = await client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
      sum += found.ReservedConcurrentExecutions ?? 0;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
    }
  }
  return sum;
}

/** Only counts the keys, without their values. */
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

/** An address is verified itself, or through its domain. */
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
