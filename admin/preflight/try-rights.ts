import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateRoleCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { Clients } from './ask-account.ts';
import type { Finding } from './finding.ts';

export interface Trial extends Pick<Clients, 'tables' | 'roles' | 'identity' | 'as'> {
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly write: (text: string) => void;
}

const about = 'rights in transactions';
const policyName = 'kinds';
/** A new role and its policy usually take effect within seconds. */
const attempts = 30;
const pause = 2_000;

/**
 * Tests how DynamoDB applies rights by partition (`lib/function-access.ts`) to a transaction, which AWS does not
 * document: to each item, as the service needs it, or to all keys together. Creates a table and a role, and always
 * removes both.
 */
export async function tryRights(trial: Trial, tableRights: unknown): Promise<Finding> {
  const name = `registry-try-rights-${randomUUID().slice(0, 8)}`;
  try {
    const { TableDescription } = await trial.tables.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
    await retried(trial, async () => {
      const { Table } = await trial.tables.send(new DescribeTableCommand({ TableName: name }));
      if (Table?.TableStatus !== 'ACTIVE') throw new Error(`the table is ${Table?.TableStatus}`);
    });
    const client = await asRole(trial, name, TableDescription?.TableArn ?? '');
    // By itself first: once this passes, the policy is in effect, and a refusal is meaningful.
    const Item = itemOf('A#known');
    await retried(trial, () => client.send(new PutItemCommand({ TableName: name, Item })));
    const mixed = await passes(client, [
      { Put: { TableName: name, Item: itemOf('A#mixed') } },
      {
        Update: {
          ...{ TableName: name, Key: itemOf('B#mixed'), UpdateExpression: 'SET n = :n' },
          ExpressionAttributeValues: { ':n': { N: '1' } },
        },
      },
      {
        ConditionCheck: {
          ...{ TableName: name, Key: itemOf('C#mixed') },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
    ]);
    const foreign = await passes(client, [
      { Put: { TableName: name, Item: itemOf('A#foreign') } },
      { Put: { TableName: name, Item: itemOf('B#foreign') } },
    ]);
    return judge(mixed, foreign, tableRights);
  } catch (error) {
    return {
      ...{ weight: 'BLOCKER', about, found: `could not be tried: ${sentence(error)}` },
      advice: 'Try again with credentials that may create tables and roles.',
    };
  } finally {
    await remove(trial, name);
  }
}

function judge(mixed: boolean, foreign: boolean, tableRights: unknown): Finding {
  if (!mixed && tableRights === 'table') {
    return {
      weight: 'ok',
      about,
      found: 'a transaction needs rights to all its keys; tableRights is table',
    };
  }
  if (!mixed) {
    return {
      ...{ weight: 'BLOCKER', about, found: 'a transaction needs rights to all its keys' },
      advice: 'Nearly every write of the service would be refused. Set "tableRights" to "table".',
    };
  }
  if (foreign) {
    return {
      ...{
        weight: 'note',
        about,
        found: 'a transaction can write items for which there is no right',
      },
      advice:
        'The service works, but rights by kind of item have no effect in transactions. Report this to the project.',
    };
  }
  return {
    weight: 'ok',
    about,
    found: 'each item of a transaction needs the right to its own key',
  };
}

/** With the rights of a function: an action on the partitions of a kind. */
async function asRole(trial: Trial, RoleName: string, table: string) {
  const { Account, Arn = '' } = await trial.identity.send(new GetCallerIdentityCommand({}));
  const partition = Arn.split(':')[1];
  const principal = { AWS: `arn:${partition}:iam::${Account}:root` };
  const { Role } = await trial.roles.send(
    new CreateRoleCommand({
      RoleName,
      Description: 'npm run preflight -- --try-rights made it; you can remove it',
      AssumeRolePolicyDocument: policy({ Principal: principal, Action: 'sts:AssumeRole' }),
    }),
  );
  const may = (action: string, kind: string) => ({
    Action: `dynamodb:${action}`,
    Resource: table,
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${kind}#*`] },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  await trial.roles.send(
    new PutRolePolicyCommand({
      ...{ RoleName, PolicyName: policyName },
      PolicyDocument: policy(
        may('PutItem', 'A'),
        may('UpdateItem', 'B'),
        may('ConditionCheckItem', 'C'),
      ),
    }),
  );
  const request = { RoleArn: Role?.Arn, RoleSessionName: 'try-rights' };
  const { Credentials: given } = await retried(trial, () =>
    trial.identity.send(new AssumeRoleCommand(request)),
  );
  return trial.as({
    accessKeyId: given?.AccessKeyId ?? '',
    secretAccessKey: given?.SecretAccessKey ?? '',
    sessionToken: given?.SessionToken ?? '',
  });
}

const policy = (...statements: readonly object[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map((each) => ({ Effect: 'Allow', ...each })),
  });

const itemOf = (pk: string) => ({ pk: { S: pk }, sk: { S: '-' } });

async function passes(
  client: Pick<DynamoDBClient, 'send'>,
  TransactItems: NonNullable<TransactWriteItemsCommand['input']['TransactItems']>,
): Promise<boolean> {
  try {
    await client.send(new TransactWriteItemsCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'AccessDeniedException') return false;
    throw error;
  }
}

async function retried<T>(
  trial: Pick<Trial, 'wait'>,
  act: () => Promise<T>,
  left = attempts,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (left <= 1) throw error;
    await trial.wait(pause);
    return retried(trial, act, left - 1);
  }
}

/** Ignores what was not created, and reports what can't be removed, with instructions. */
async function remove(trial: Trial, name: string): Promise<void> {
  const all: readonly [() => Promise<unknown>, string][] = [
    [
      () =>
        trial.roles.send(new DeleteRolePolicyCommand({ RoleName: name, PolicyName: policyName })),
      `aws iam delete-role-policy --role-name ${name} --policy-name ${policyName}`,
    ],
    [
      () => trial.roles.send(new DeleteRoleCommand({ RoleName: name })),
      `aws iam delete-role --role-name ${name}`,
    ],
    [
      () => trial.tables.send(new DeleteTableCommand({ TableName: name })),
      `aws dynamodb delete-table --table-name ${name}`,
    ],
  ];
  for (const [act, byHand] of all) {
    try {
      await act();
    } catch (error) {
      const gone = ['NoSuchEntityException', 'ResourceNotFoundException'];
      if (error instanceof Error && gone.includes(error.name)) continue;
      trial.write(`Could not be removed (${sentence(error)}). Remove it by hand: ${byHand}\n`);
    }
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
