import { DatabaseSync } from 'node:sqlite';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';

// The engine writes to the same file: wait for its short transactions instead of failing.
const busyTimeoutMilliseconds = 5000;

/**
 * Indexes the engine's stream records. The engine finds the next sequence number by reading every
 * record of the table, which makes each write slower than the one before.
 */
export function indexStreams(databaseFile: string): void {
  withDatabase(databaseFile, (database) => {
    database.exec(`
      CREATE INDEX IF NOT EXISTS x_stream_seq
        ON _stream_records(table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS x_stream_shard_seq
        ON _stream_records(table_name, shard_id, CAST(sequence_number AS INTEGER));
    `);
  });
}

/**
 * Deletes the stream records of a table up to and including `consumedThrough`, but never the newest:
 * the engine continues numbering from it. Returns how many were deleted.
 */
export function trimStreams(
  databaseFile: string,
  tableName: string,
  consumedThrough: string,
): number {
  return withDatabase(databaseFile, (database) => {
    const { changes } = database
      .prepare(`
        DELETE FROM _stream_records
        WHERE table_name = :table
          AND CAST(sequence_number AS INTEGER) <= CAST(:through AS INTEGER)
          AND CAST(sequence_number AS INTEGER) < (
            SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records
            WHERE table_name = :table)
      `)
      .run({ table: tableName, through: consumedThrough });
    return Number(changes);
  });
}

/**
 * Deletes all stream records of a table: the engine would otherwise keep those of a deleted table for the next one with
 * its name.
 */
export function forgetStreams(databaseFile: string, tableName: string): void {
  withDatabase(databaseFile, (database) => {
    database.prepare('DELETE FROM _stream_records WHERE table_name = ?').run(tableName);
  });
}

const KeySchema = z.array(z.object({ AttributeName: z.string() }));
const StoredItem = z.record(z.string(), z.unknown());
const Text = z.string();

/**
 * Deletes items whose TTL has expired, which the engine never does. It finds them in the file and deletes them through
 * the API, on the condition that they are still expired, so that the stream reports them. Returns the number of deleted
 * items, at most `limit` (default 1000) a call.
 */
export async function sweepExpired(options: {
  readonly databaseFile: string;
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly now: Date;
  readonly limit?: number;
}): Promise<number> {
  const { client, tableName, limit = 1000 } = options;
  const seconds = Math.floor(options.now.getTime() / 1000);
  let deleted = 0;
  for (const key of findExpired(options.databaseFile, tableName, seconds, limit)) {
    try {
      await client.send(
        new DeleteItemCommand({
          TableName: tableName,
          Key: key,
          ConditionExpression: '#ttl <= :now',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':now': { N: String(seconds) } },
        }),
      );
      deleted += 1;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
  return deleted;
}

function findExpired(
  databaseFile: string,
  tableName: string,
  seconds: number,
  limit: number,
): Record<string, AttributeValue>[] {
  if (!/^[\w.-]+$/.test(tableName))
    throw new Error('sweepExpired: the table’s name has characters it cannot quote');
  const value = "CAST(json_extract(item_json, '$.ttl.N') AS INTEGER)";
  const present = "json_extract(item_json, '$.ttl.N') IS NOT NULL";
  return withDatabase(databaseFile, (database) => {
    database.exec(
      `CREATE INDEX IF NOT EXISTS "x_ttl_${tableName}" ON "${tableName}"(${value}) WHERE ${present}`,
    );
    const table = database
      .prepare('SELECT key_schema FROM _tables WHERE table_name = ?')
      .get(tableName);
    const keyNames = KeySchema.parse(JSON.parse(Text.parse(table?.['key_schema'])));
    const rows = database
      .prepare(
        `SELECT item_json FROM "${tableName}" WHERE ${present} AND ${value} <= ? ORDER BY ${value} LIMIT ?`,
      )
      .all(seconds, limit);
    return rows.map((row) => {
      const item = StoredItem.parse(JSON.parse(Text.parse(row['item_json'])));
      // The engine stores items in the API's own JSON, so a key attribute is an AttributeValue.
      return Object.fromEntries(
        keyNames.map(({ AttributeName: name }) => [name, item[name] as AttributeValue]),
      );
    });
  });
}

function withDatabase<Result>(file: string, use: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds });
  try {
    return use(database);
  } finally {
    database.close();
  }
}
