import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import {
  getItem,
  getItems,
  type Item,
  type Table,
  tableClient,
  tableOver,
} from '../../shared/kernel/db/table.ts';
import { TableBusyError } from '../../shared/kernel/db/table-error.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import type { ApiError } from '../../shared/kernel/errors/api-error.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { DeadlineError, pause, withinDeadline } from '../../shared/kernel/runtime/deadline.ts';
import { lostRace, retryOnConflict } from '../../shared/kernel/usecases/retry-on-conflict.ts';
import type { FaultKind } from '../support/dynamodb-proxy.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let fresh: TestTable;
let table: Table;

beforeEach(async () => {
  fresh = await freshTable();
  fresh.proxy.disarm();
  table = tableWithin(60_000);
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { pk: 'a', sk: 'a', text: 'old' } }),
  );
  fresh.proxy.calls.reset();
});

/**
 * The table through a client with this timeout for each attempt in milliseconds; short only if one
 * gets no answer.
 */
function tableWithin(requestTimeout: number): Table {
  const limits = timeLimits({ attempts: 3, requestTimeout });
  const { endpoint } = fresh.proxy;
  return tableOver(fresh.name, tableClient({ ...localAws, ...limits, endpoint }));
}

/**
 * The timeout of an attempt that should time out. The next one must be answered as fast, even on a
 * busy machine.
 */
const short = 2_000;

const a = { pk: 'a', sk: 'a' };
const b = { pk: 'b', sk: 'b' };
const fail = (operation: string, kind: FaultKind, times = 1) =>
  fresh.proxy.failNext({ operation, kind, times });
const count = () => fresh.proxy.calls.count();

/** The item in the engine, read by a client without limits. */
const stored = (key: typeof a): Promise<Item | undefined> => getItem(fresh, key);

describe('a read', () => {
  it('without a response is retried, up to three times', async () => {
    table = tableWithin(short);
    fail('GetItem', 'hang', 2);
    expect(await getItem(table, a)).toMatchObject({ text: 'old' });
    expect(count()).toBe(3);
    fail('GetItem', 'hang', 3);
    await expect(getItem(table, a)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(fresh.proxy.pending()).toBe(0);
  });

  it('of a batch requests unprocessed keys again and gives up if they stay unprocessed', async () => {
    fail('BatchGetItem', 'unprocessed', 2);
    expect(await getItems(table, [a, null, b])).toMatchObject([
      { text: 'old' },
      undefined,
      undefined,
    ]);
    expect(count()).toBe(3);
    fail('BatchGetItem', 'unprocessed', 6);
    await expect(getItems(table, [a])).rejects.toBeInstanceOf(TableBusyError);
    expect(count()).toBe(9);
  });

  it('does not wait for others: all reach the table in parallel', async () => {
    const many = 120;
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    for (let index = 0; index < many; index += 1) {
      fresh.proxy.beforeNext(
        () => true,
        () => {
          arrived += 1;
          if (arrived === many) all.resolve();
          return all.promise;
        },
      );
    }
    const items = await Promise.all(Array.from({ length: many }, () => getItem(table, a)));
    expect(items.filter((item) => item?.['text'] === 'old')).toHaveLength(many);
  });

  it('without keys is not sent', async () => {
    expect(await getItems(table, [null, null])).toEqual([undefined, undefined]);
    expect(count()).toBe(0);
  });
});

describe('a transaction', () => {
  it.each(['hang', 'late', 'twice', 'drop-response', 'internal'] as const)(
    'is carried out once and succeeds, when an attempt meets: %s',
    async (kind) => {
      if (kind === 'hang' || kind === 'late') table = tableWithin(short);
      fail('TransactWriteItems', kind);
      const outcome = await transact(table, {
        // A second execution would be refused, because the first created the item.
        created: create({ ...b, text: 'new' }),
        counted: {
          update: {
            Key: a,
            UpdateExpression: 'ADD times :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      });
      expect(outcome).toEqual({ kind: 'written' });
      expect(await stored(b)).toMatchObject({ text: 'new' });
      expect(await stored(a)).toMatchObject({ times: 1 });
    },
  );

  it('is retried with the same token after a conflict', async () => {
    const tokens: unknown[] = [];
    const note = (body: Readonly<Record<string, unknown>>) => {
      tokens.push(body['ClientRequestToken']);
      return false;
    };
    fresh.proxy.failNext({ kind: 'internal', match: note });
    fail('TransactWriteItems', 'conflict', 2);
    expect(await transact(table, { created: create({ ...b }) })).toEqual({ kind: 'written' });
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    expect(String(tokens[0])).toMatch(/^[\da-f-]{36}$/);
  });

  it.each(['throttle', 'throttle-reason', 'conflict'] as const)(
    'continues behind a passing obstacle: %s',
    async (kind) => {
      fail('TransactWriteItems', kind, 2);
      expect(await transact(table, { created: create({ ...b }) })).toEqual({ kind: 'written' });
    },
  );

  it.each(['throttle-reason', 'conflict'] as const)(
    'says that the table is busy, and has no effect, while it lasts: %s',
    async (kind) => {
      fail('TransactWriteItems', kind, 50);
      await expect(transact(table, { created: create({ ...b }) })).rejects.toBeInstanceOf(
        TableBusyError,
      );
      expect(await stored(b)).toBeUndefined();
    },
  );
});

describe('a transaction without a token, as on a laptop', () => {
  beforeEach(() => {
    vi.stubEnv('TRANSACTION_TOKENS', 'false');
    table = tableWithin(short);
    vi.unstubAllEnvs();
  });

  it('has no token and may take longer than one attempt', async () => {
    let token: unknown = 'none was seen';
    fresh.proxy.beforeNext(
      (body) => {
        token = body['ClientRequestToken'];
        return true;
      },
      // The table is slower than the timeout of an attempt that would be repeated.
      () => delay(short + 200),
    );
    expect(await transact(table, { created: create({ ...b }) })).toEqual({ kind: 'written' });
    expect(token).toBeUndefined();
    expect(count()).toBe(1);
  });

  it('is not retried if its response is lost, because it may have succeeded', async () => {
    fail('TransactWriteItems', 'drop-response');
    await expect(transact(table, { created: create({ ...b }) })).rejects.toThrow();
    expect(count()).toBe(1);
    expect(await stored(b)).toMatchObject(b);
  });

  it('is retried after a conflict, which has no effect', async () => {
    fail('TransactWriteItems', 'conflict', 2);
    expect(await transact(table, { created: create({ ...b }) })).toEqual({ kind: 'written' });
    expect(count()).toBe(3);
  });
});

describe('an update', () => {
  const update = {
    Key: a,
    UpdateExpression: 'SET #text = :text',
    ExpressionAttributeNames: { '#text': 'text' },
    ExpressionAttributeValues: { ':text': 'new' },
  };

  it.each(['hang', 'late', 'twice', 'drop-response', 'internal', 'throttle', 'conflict'] as const)(
    'is carried out when an attempt meets: %s',
    async (kind) => {
      if (kind === 'hang' || kind === 'late') table = tableWithin(short);
      fail('UpdateItem', kind);
      expect(await updateItem(table, update)).toMatchObject({ kind: 'written' });
      expect(await stored(a)).toMatchObject({ text: 'new' });
    },
  );

  it('reports that the table is busy while it throttles', async () => {
    fail('UpdateItem', 'conflict', 50);
    await expect(updateItem(table, update)).rejects.toBeInstanceOf(TableBusyError);
  });
});

describe('an attempt that takes long and loses a race', () => {
  /** The number of attempts, each of five seconds, if so many lose. */
  async function attemptsUntilWritten(losing: number): Promise<number> {
    let clock = 0;
    const measured = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    onTestFinished(() => measured.mockRestore());
    let attempts = 0;
    await retryOnConflict(async () => {
      attempts += 1;
      clock += 5_000;
      return attempts <= losing ? lostRace : 'written';
    }).catch((error: ApiError) => {
      expect(error.extras.code).toBe('request.contended');
      attempts = -attempts;
    });
    return attempts;
  }

  it('is made again, once', async () => {
    expect(await attemptsUntilWritten(1)).toBe(2);
    expect(await attemptsUntilWritten(2)).toBe(-2);
  });
});

describe('a deadline', () => {
  it('aborts the current call and starts no other', async () => {
    fail('GetItem', 'hang', 3);
    const rest = Promise.withResolvers<unknown>();
    await expect(
      // Long enough for the first call to reach the table.
      withinDeadline(3_000, async () => {
        const first = getItem(table, a);
        // The work that continues after its own failure.
        first.catch(() => getItem(table, b)).catch(rest.resolve);
        return first;
      }),
    ).rejects.toBeInstanceOf(DeadlineError);
    expect(await rest.promise).toBeInstanceOf(DeadlineError);
    expect(count()).toBe(1);
  });

  it('starts no attempt that might not end in time', async () => {
    fail('TransactWriteItems', 'conflict', 2);
    await expect(
      withinDeadline(2_400, () => transact(table, { created: create({ ...b }) })),
    ).rejects.toBeInstanceOf(TableBusyError);
    expect(count()).toBe(1);
  });

  it('ends the pause between attempts', async () => {
    await expect(withinDeadline(10, () => pause(60_000))).rejects.toBeInstanceOf(DeadlineError);
  });

  it('does not affect calls that finish in time or have no deadline', async () => {
    expect(await withinDeadline(60_000, () => getItem(table, a))).toMatchObject({ text: 'old' });
    expect(await getItem(table, a)).toMatchObject({ text: 'old' });
    await pause(1);
  });
});

it('many parallel calls leave forty connections open for later calls', async () => {
  let open = 0;
  const all = Promise.withResolvers<void>();
  const server = createServer((_, response) => void all.promise.then(() => response.end()));
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    open += 1;
    if (open === 60) all.resolve();
    socket.once('close', () => {
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A busy machine takes longer than the connection timeout.
  const { requestHandler } = timeLimits({ attempts: 3, requestTimeout: 60_000 });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = tableClient({ ...localAws, endpoint, requestHandler, maxAttempts: 3 });
  const key = { TableName: 't', Key: { pk: 'p', sk: 's' } };
  await Promise.allSettled(Array.from({ length: 60 }, () => client.call('GetItem', key)));
  await expect.poll(() => open).toBe(40);
  client.destroy();
  server.close();
});
