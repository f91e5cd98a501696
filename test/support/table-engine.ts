import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '../../local/engines/dynamodb.ts';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { startHttpServer } from '../../local/engines/http-server.ts';

/**
 * An empty DynamoDB: dynoxide or, if `DYNAMODB_LOCAL` names the address of Amazon's DynamoDB Local,
 * a separate database in it (`test/dynamodb-local/run.sh`).
 */
export function startTableEngine(): Promise<Engine> {
  const amazons = process.env['DYNAMODB_LOCAL'];
  return amazons === undefined ? startDynamoDb() : databaseOf(amazons);
}

/**
 * DynamoDB Local keeps a database for each access key and region, unless it is started with
 * `-sharedDb`. All our clients sign with one key, so the proxy replaces it.
 */
async function databaseOf(endpoint: string): Promise<Engine> {
  // Letters and digits only, as DynamoDB Local requires.
  const accessKeyId = randomBytes(12).toString('hex');
  const agent = new Agent({ keepAlive: true });
  const front = await startHttpServer(async (incoming, response) => {
    const { host: _, authorization = '', ...headers } = incoming.headers;
    const outgoing = openRequest(endpoint, {
      agent,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...headers,
        authorization: authorization.replace(/Credential=[^/]+/, `Credential=${accessKeyId}`),
      },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('error', reject);
      outgoing.once('response', resolve);
    });
    const [, answer] = await Promise.all([pipeline(incoming, outgoing), answered]);
    const bytes = await buffer(answer);
    // The proxy needs to know the length of an answer.
    const { 'transfer-encoding': __, ...fields } = answer.headers;
    response
      .writeHead(answer.statusCode ?? 500, { ...fields, 'content-length': bytes.length })
      .end(bytes);
  });
  return {
    endpoint: front.endpoint,
    stop: async () => {
      await dropTables(front.endpoint);
      await front.stop();
      agent.destroy();
    },
  };
}

/** The engine keeps running after the file's tests, with its tables in memory. */
async function dropTables(endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ ...localAws, endpoint });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const TableName of TableNames) await client.send(new DeleteTableCommand({ TableName }));
  client.destroy();
}
