import {
  DeleteTableCommand,
  type DynamoDBClient,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { createTable } from './create-table.ts';
import { claimSeeding, type DemoState, isUnderWay, readDemoState } from './demo-record.ts';
import { forgetStreams } from './engines/dynamodb-maintenance.ts';

/**
 * Makes the table, or takes an existing one. A table that a start was filling with the demo when it was cut off
 * is made again, since that start has answered nobody. So is our own engine's when the first start with its
 * directory was cut off.
 *
 * Answers what it holds of the demo now. Throws one sentence when another start fills it now.
 */
export async function prepareTable(
  client: DynamoDBClient,
  table: string,
  options: {
    /** Null where another engine than ours holds the table. */
    readonly databaseFile: string | null;
    readonly wasCutOff: boolean;
  },
): Promise<DemoState> {
  const { databaseFile, wasCutOff } = options;
  await createTable(client, table);
  const before = await readDemoState(client, table);
  let anew = wasCutOff && databaseFile !== null;
  if (before.state === 'seeding') {
    // If two starts find the same, only one continues.
    if (isUnderWay(before) || !(await claimSeeding(client, table, before))) throw busy();
    anew = true;
  }
  if (anew) {
    await client.send(new DeleteTableCommand({ TableName: table }));
    await waitUntilTableNotExists({ client, maxWaitTime: 60 }, { TableName: table });
    if (databaseFile !== null) forgetStreams(databaseFile, table);
    await createTable(client, table);
  }
  return anew ? { state: 'empty' } : before;
}

/** The error of a start that must wait for another one. */
export function busy(): Error {
  return new Error(
    'Another start is filling the table with the demo: wait until it is ready, or stop it and wait a minute.',
  );
}
