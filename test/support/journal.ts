import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startStreamPoller } from '../../local/engines/stream-poller.ts';
import { openTableStream } from '../../local/engines/table-stream.ts';
import { publishedChanges } from '../../shared/events/domain/published-changes.ts';
import type { Queues } from '../../shared/platform/aws/queues.ts';
import { functionHandler } from './function-handler.ts';
import type { World } from './world.ts';

/** An event as a feed answers it. */
export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly subject: string;
  readonly data: { readonly id: string; readonly statusId?: string; readonly version?: number };
}

type Route = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/**
 * The router of the world's stream, limited to the feeds. Like DynamoDB's shards, `lanes` deliver
 * changes in parallel, with those of one partition in order. `again` delivers each batch twice in
 * parallel.
 */
export async function useJournal(
  world: World,
  {
    lanes = 1,
    again = false,
    queues = world.deps.queues,
  }: {
    readonly lanes?: number;
    readonly again?: boolean;
    /** Where it sends messages about feeds; the world's queues unless set. */
    readonly queues?: Pick<Queues, 'send'>;
  } = {},
) {
  const records: DynamoDBRecord[] = [];
  const failures: unknown[] = [];
  const route = await functionHandler<Route>('functions/outbox/route.ts', {
    log: world.log,
    table: world.table,
    now: world.deps.now,
    newId: world.deps.newId,
    queues,
    queueUrls: world.deps.queueUrls,
  });
  const bring = async (Records: DynamoDBRecord[]) => {
    const answers = await Promise.all([route({ Records }), ...(again ? [route({ Records })] : [])]);
    if (answers.some(({ batchItemFailures }) => batchItemFailures.length > 0)) {
      throw new Error('a change was not told of');
    }
  };
  const poller = startStreamPoller({
    stream: openTableStream({
      ...localAws,
      endpoint: world.databaseEndpoint,
      tableName: world.table.name,
    }),
    filters: publishedChanges,
    handler: async (event) => {
      records.push(...event.Records);
      const byLane = Map.groupBy(event.Records, (record) => laneOf(record, lanes));
      await Promise.all([...byLane.values()].map(bring));
    },
    onError: (error) => failures.push(error),
    retryDelayMilliseconds: () => 1,
    batchSize: 100,
  });
  afterAll(async () => {
    await poller.stop();
  });

  /** All events that a credential can read, page by page. */
  async function read(
    key: string,
    {
      path = '/api/v1/events',
      query = '',
      from,
    }: { path?: string; query?: string; from?: string } = {},
  ): Promise<readonly ReadEvent[]> {
    const events: ReadEvent[] = [];
    for (let last = from; ; ) {
      const position = last === undefined ? '' : `&lastEventId=${last}`;
      const answer = await world.call('GET', `${path}?limit=100${query}${position}`, { key });
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      const { data, pagination } = answer.body as {
        data: ReadEvent[];
        pagination: { lastEventId: string | null; hasMore: boolean };
      };
      events.push(...data);
      if (!pagination.hasMore) return events;
      last = pagination.lastEventId ?? undefined;
    }
  }

  return {
    /** Resolves when all earlier writes are in the feeds. */
    drained: poller.drained,
    route,
    /** Records that the stream delivered. */
    records,
    failures,
    read,
    /** The events that are in the feed now. */
    async told(key: string, more: Parameters<typeof read>[1] = {}) {
      await poller.drained();
      return read(key, more);
    },
  };
}

function laneOf(record: DynamoDBRecord, lanes: number): number {
  const pk = record.dynamodb?.Keys?.['pk']?.S ?? '';
  return [...pk].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 7) % lanes;
}
