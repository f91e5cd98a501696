import { randomUUID } from 'node:crypto';
import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { localAws } from '../../local/engines/engine.ts';
import { createGateway } from '../../local/gateway.ts';
import { tableClient } from '../../shared/kernel/db/table.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { named } from './caller.ts';
import type { RequestBody } from './dynamodb-proxy.ts';
import { functionHandler } from './function-handler.ts';
import type { World, WorldDeps } from './world.ts';

/**
 * A second gateway into a world, for some of its functions. It does not retry table calls, so a
 * failed one ends the request like a crash.
 */
export async function startImpatientGateway(world: World, entries: readonly string[]) {
  const client = impatientClient(world);
  const deps: WorldDeps = {
    ...world.deps,
    baseUrl: world.baseUrl,
    table: { ...world.table, client },
  };
  const gateway = createGateway({
    routes: routes.filter(({ entry }) => entries.includes(entry)),
    handlerOf: ({ entry }) => functionHandler(entry, deps),
    authorizer: () => Promise.reject(new Error('no such route here')),
  });
  const baseUrl = await gateway.listen(0);
  return {
    baseUrl,
    async stop() {
      await gateway.close();
      client.destroy();
    },
  };
}

/** A client of the world's table that makes one attempt, and waits for it. */
export function impatientClient({ proxy }: Pick<World, 'proxy'>) {
  const limits = timeLimits({ attempts: 1, requestTimeout: 300_000 });
  return named(tableClient({ ...localAws, ...limits, endpoint: proxy.endpoint }));
}

/** Whether a request only renews a function's heartbeat, of which a busy machine sends some. */
export function isSignOfLife({ Key, UpdateExpression }: RequestBody, operation: string): boolean {
  if (!String(Object(Key).pk?.S).startsWith('IDEMPOTENCY#')) return false;
  return operation === 'GetItem' || String(UpdateExpression).includes('in_progress_expiration');
}

/** Lets the leases of dead functions expire, so that their work can be started again. */
export async function letTimeRunOut({ table }: World): Promise<void> {
  for (const { pk, sk, status } of await everything({ table })) {
    if (status !== 'INPROGRESS') continue;
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { pk, sk },
        UpdateExpression: 'SET in_progress_expiration = :past',
        ExpressionAttributeValues: { ':past': 1 },
      }),
    );
  }
}

/**
 * Sends the request to a function that dies right after its transaction (or the one with this
 * number), then again with the same `Idempotency-Key` to one that lives. Returns the second answer.
 */
export async function sendTwice(
  world: World,
  { baseUrl }: { readonly baseUrl: string },
  { target, key, body, transaction = 1, meanwhile }: RepeatedRequest,
) {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  };
  let met = 0;
  world.proxy.failNext({
    kind: 'drop-response',
    match: (_, operation) => {
      met += operation === 'TransactWriteItems' ? 1 : 0;
      return operation === 'TransactWriteItems' && met === transaction;
    },
  });
  const { status: first } = await fetch(baseUrl + target, request);
  if (first !== 503) throw new Error(`set-up: the first attempt was answered ${first}`);
  await letTimeRunOut(world);
  await meanwhile?.();
  const again = await fetch(world.baseUrl + target, request);
  return {
    status: again.status,
    replayed: again.headers.get('idempotency-replayed'),
    body: (await again.json()) as Record<string, unknown>,
  };
}

interface RepeatedRequest {
  readonly target: string;
  readonly key: string;
  readonly body: unknown;
  readonly transaction?: number;
  /** Called between the two. */
  readonly meanwhile?: () => Promise<void>;
}

/** Every item of the table. */
export async function everything({ table }: Pick<World, 'table'>) {
  const items: Readonly<Record<string, unknown>>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}
