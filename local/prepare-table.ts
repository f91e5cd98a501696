import {
  DeleteTableCommand,
  type DynamoDBClient,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { createTable } from './create-table.ts';
import { claimSeeding, type DemoState, isUnderWay, readDemoState } from './demo-record.ts';
import { forgetStreams } from './engines/dynamodb-maintenance.ts';

/**
 * Creates the table, or uses an existing one. A table whose demo was interrupted is created again, because that start
 * has answered nobody. So is our own engine's table if the first start with its directory was interrupted.
 *
 * Returns the state of the demo in it. Throws one sentence if another start is filling it.
 */
export async function prepareTable(
  client: DynamoDBClient,
  table: string,
  options: {
    /** Null if the table is in another engine. */
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
