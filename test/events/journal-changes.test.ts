import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda';
import { expect, it } from 'vitest';
import { readBehind } from '../../shared/events/db/feeds.ts';
import { feeds, keys } from '../../shared/kernel/db/keys.ts';
import { detour } from '../../shared/kernel/domain/outbox-queue.ts';
import { answerReserve, timeLeft } from '../../shared/kernel/runtime/deadline.ts';
import { functionHandler } from '../support/function-handler.ts';
import { messageOf } from '../support/message.ts';
import { useWorld } from '../support/use-world.ts';

type Remaining = { getRemainingTimeInMillis(): number };
type Route = {
  (event: DynamoDBStreamEvent, context?: Remaining): Promise<DynamoDBBatchResponse>;
  (event: SQSEvent, context?: Remaining): Promise<SQSBatchResponse>;
};

const world = await useWorld();

/** Returns the router on the world's table, and the messages that it queued. */
async function aRouter() {
  const sent: { url: string; body: string; left: number }[] = [];
  const queues = {
    ...world.deps.queues,
    send: async (url: string, bodies: readonly string[]) => {
      sent.push(...bodies.map((body) => ({ url, body, left: timeLeft() })));
      return [];
    },
    postpone: async () => {},
  };
  const { log, table, deps } = world;
  const urls = { ...deps.queueUrls };
  const route = await functionHandler<Route>('functions/outbox/route.ts', {
    log,
    table,
    now: deps.now,
    queues,
    queueUrls: urls,
  });
  return {
    route,
    sent,
    onDetour: () => sent.flatMap(({ url, body }) => (url === urls[detour] ? [body] : [])),
  };
}

/** Returns the stream record of a key created for a person. */
function keyMade(personId: string, number: number): DynamoDBRecord {
  const id = randomUUID();
  const key = keys.ownedKey(`PERSON#${personId}`, '2026-03-02T08:00:00.000Z', id);
  return itemMade({ ...key, id, revokedAt: null }, number);
}

/** Returns the stream record of a new item. */
function itemMade(
  item: Readonly<Record<'pk' | 'sk', string> & Record<string, unknown>>,
  number: number,
): DynamoDBRecord {
  // The stream client and `lambda` have different types for the same JSON.
  const Keys = marshall({ pk: item.pk, sk: item.sk }) as NonNullable<
    DynamoDBRecord['dynamodb']
  >['Keys'];
  const NewImage = marshall(item) as typeof Keys;
  return {
    eventID: number.toString(16).padStart(32, '0'),
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: {
      Keys: Keys ?? {},
      NewImage: NewImage ?? {},
      SequenceNumber: String(number),
      ApproximateCreationDateTime: 1_772_438_400,
    },
  };
}

const typesIn = async (personId: string) =>
  (await readBehind(world.table, feeds.person(personId), 0, 10)).events.map(({ type }) => type);

it('events are queued in time if their feeds stall, and no email is delayed', async () => {
  const { route, onDetour, sent } = await aRouter();
  world.proxy.failNext({
    kind: 'hang',
    times: 1_000,
    match: (request) => JSON.stringify(request).includes('FEED#'),
  });
  const people = Array.from({ length: 40 }, () => randomUUID());
  const left = 10_000 + answerReserve;
  const answer = await route(
    { Records: people.map(keyMade) },
    { getRemainingTimeInMillis: () => left },
  );
  world.proxy.disarm();
  expect(answer).toEqual({ batchItemFailures: [] });
  expect(onDetour()).toHaveLength(40);
  // Enough for two attempts of SQS, on a machine that took half of the time reserved to give up.
  expect(Math.min(...sent.map(({ left: then }) => then))).toBeGreaterThan(4_000);
  const messages = onDetour().map((body, index) => messageOf(JSON.parse(body), 1, `m${index}`));
  for (let first = 0; first < 40; first += 10) {
    expect(await route({ Records: messages.slice(first, first + 10) })).toEqual({
      batchItemFailures: [],
    });
  }
  for (const id of people) expect(await typesIn(id)).toEqual(['key.created']);
});

it('a queued event that is in a batch twice is added to the feed once, as are the others', async () => {
  const { route, onDetour } = await aRouter();
  const id = randomUUID();
  world.proxy.failNext({
    operation: 'TransactWriteItems',
    kind: 'throttle-reason',
    times: 1_000,
    match: (request) => JSON.stringify(request).includes('FEED#'),
  });
  await route({ Records: [keyMade(id, 101), keyMade(id, 102)] });
  world.proxy.disarm();
  const [one, other] = onDetour().map((body) => JSON.parse(body));
  const messages = [one, other, one].map((letter, index) => messageOf(letter, 1, `m${index}`));
  expect(await route({ Records: messages })).toEqual({ batchItemFailures: [] });
  expect(await typesIn(id)).toEqual(['key.created', 'key.created']);
  const again = await aRouter();
  world.proxy.failNext({
    operation: 'TransactWriteItems',
    kind: 'throttle-reason',
    times: 1_000,
    match: (request) => JSON.stringify(request).includes('FEED#'),
  });
  const fresh = {
    ...one,
    event: { ...one.event, draft: { ...one.event.draft, changeId: 'f'.repeat(32) } },
  };
  const failing = [fresh, fresh].map((letter, index) => messageOf(letter, 1, `m${index}`));
  expect(await again.route({ Records: failing })).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }, { itemIdentifier: 'm1' }],
  });
  world.proxy.disarm();
});

it('other changes that pass the filter of the stream create no events', async () => {
  const { route, sent } = await aRouter();
  const id = randomUUID();
  // For partitions with few items, the filters check only the prefix.
  const besides = [keys.integration(id), { pk: `RESIDENCY_APPLICATION#${id}`, sk: 'OTHER' }];
  const Records = besides.map((key, index) => itemMade({ ...key, id }, index + 1));
  expect(await route({ Records })).toEqual({ batchItemFailures: [] });
  expect(sent).toEqual([]);
});
