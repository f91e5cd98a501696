import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, SQSBatchResponse } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handler as route } from '../../functions/outbox/route.ts';
import { handler as sendMail } from '../../functions/outbox/send-mail.ts';
import { handler as startWorkflows } from '../../functions/outbox/start-workflows.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type SqsEngine, startSqs } from '../../local/engines/sqs.ts';
import { outboxQueueSettings, queueUrls } from '../../local/outbox-queues.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import { deadLetterQueues, outboxQueues } from '../../shared/kernel/domain/outbox-queue.ts';
import { claimDelivery } from '../../shared/outbox/deliveries.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox-event.ts';
import { openQueues, type Queues } from '../../shared/outbox/queues.ts';
import { noon } from '../support/core-deps.ts';
import { keptLog } from '../support/log.ts';
import { messageOf } from '../support/message.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { freshTable } from '../support/table.ts';

let sqs: SqsEngine;
let log: ReturnType<typeof keptLog>;

beforeEach(async () => {
  log = keptLog();
  sqs = await startSqs({ queues: outboxQueueSettings });
});
afterEach(() => sqs.stop());

const events: readonly OutboxEvent[] = [
  { type: 'review.decided', reviewId: 'r' },
  { type: 'mail.wanted', mail: { template: 'review_waiting', reviewId: 'r' } },
  { type: 'gateway_key.wanted', keyHash: 'h' },
  { type: 'gateway_keys.unwanted', keyHashes: ['h'] },
  { type: 'certificate.paid', requestId: 'c' },
  { type: 'review.wanted', subject: { type: 'amendment', id: 'a' } },
  { type: 'sandbox_webhook.wanted', paymentId: 'p', result: 'paid' },
] as readonly OutboxEvent[];

describe('the router', () => {
  const recordOf = (place: number, item: Record<string, unknown> | undefined): DynamoDBRecord =>
    // The stream's types are the table's, spelled a second time.
    ({
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(place),
        Keys: { pk: { S: `OUTBOX#${place}` }, sk: { S: 'EVENT' } },
        ...(item && { NewImage: marshall(item) }),
      },
    }) as DynamoDBRecord;
  const itemOf = (event: unknown, place: number) => ({
    ...keys.event(`${place}`),
    id: `${place}`,
    createdAt: noon,
    event,
    ttl: 1,
  });
  const run = (
    records: readonly DynamoDBRecord[],
    queues: Queues = openQueues({ ...localAws, endpoint: sqs.endpoint }),
  ) =>
    withDeps({ log, queues, queueUrls: queueUrls(sqs).queueUrls }, () =>
      route({ Records: [...records] }),
    );
  const idsIn = (queue: string) => sqs.bodies(queue).map((body) => JSON.parse(body).id);
  const all = () => Object.fromEntries(deadLetterQueues.map((queue) => [queue, idsIn(queue)]));

  it('puts each event into the queue of its consumer', async () => {
    const answer = await run(events.map((event, place) => recordOf(place, itemOf(event, place))));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(all()).toEqual({
      mail: ['1'],
      'gateway-keys': ['2', '3'],
      workflows: ['0', '4', '5'],
      sandbox: ['6'],
      unrouted: [],
    });
    expect(sqs.bodies('mail').map((body) => JSON.parse(body))).toEqual([
      { id: '1', createdAt: noon, event: events[1] },
    ]);
  });

  it('has what nobody can read, and what nobody knows, hold up nothing', async () => {
    const answer = await run([
      recordOf(0, itemOf({ type: 'nobody_knows' }, 0)),
      recordOf(1, { ...keys.event('1'), id: '1', event: 'none' }),
      recordOf(2, undefined),
      recordOf(3, itemOf({ type: 'toString' }, 3)),
      recordOf(4, itemOf(events[0], 4)),
    ]);
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(all()).toMatchObject({ workflows: ['4'], unrouted: ['0', '1', 'OUTBOX#2', '3'] });
    expect(log.lines.map(({ message, fields }) => [message, fields?.['eventId']])).toEqual(
      ['0', '1', 'OUTBOX#2', '3'].map((id) => ['an event is for nobody', id]),
    );
  });

  it('takes more events than SQS takes at once', async () => {
    const many = Array.from({ length: 25 }, (_, place) =>
      recordOf(place, itemOf(events[0], place)),
    );
    expect(await run(many)).toEqual({ batchItemFailures: [] });
    expect(idsIn('workflows')).toHaveLength(25);
  });

  it('goes on with the first event that no queue took, and fills the other queues', async () => {
    const real = openQueues({ ...localAws, endpoint: sqs.endpoint });
    const { mail } = queueUrls(sqs).queueUrls;
    const away: Queues = {
      ...real,
      send: (url, bodies) =>
        url === mail ? Promise.reject(new Error('SQS is away')) : real.send(url, bodies),
    };
    const answer = await run(
      events.map((event, place) => recordOf(place, itemOf(event, place))),
      away,
    );
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(all()).toMatchObject({ workflows: ['0', '4', '5'], sandbox: ['6'] });
    expect(log.lines.map(({ message, fields }) => ({ message, ...fields }))).toEqual([
      { message: 'a queue took no events', queue: 'mail' },
    ]);
  });
});

describe('a consumer', () => {
  let deps: ReturnType<typeof outboxDepsOn>;
  let postponed: { receipt: string; seconds: number }[];

  beforeEach(async () => {
    deps = outboxDepsOn(await freshTable());
    postponed = [];
  });
  const consume = (
    handler: typeof startWorkflows,
    ...messages: ReturnType<typeof messageOf>[]
  ): Promise<SQSBatchResponse> =>
    withDeps(
      {
        ...deps,
        queueUrl: 'its own',
        queues: {
          postpone: async (_: string, given: typeof postponed) => void postponed.push(...given),
        },
      },
      () => handler({ Records: messages }),
    );
  const stored = (id: string, event: unknown) => ({ id, createdAt: noon, event });

  it('delivers what stands beside a poisonous message, and reports that alone', async () => {
    const answer = await consume(
      startWorkflows,
      messageOf('no JSON at all', 1, 'first'),
      messageOf(stored('a', events[0]), 1, 'second'),
      messageOf(stored('b', { type: 'review.decided' }), 3, 'third'),
      messageOf(stored('c', events[1]), 12, 'fourth'),
      messageOf(stored('d', events[4]), 1, 'fifth'),
    );
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).toSorted()).toEqual(
      ['first', 'fourth', 'third'],
    );
    expect(deps.executions.map(({ execution }) => execution).toSorted()).toEqual(['a', 'd']);
    expect(postponed.toSorted((a, b) => a.seconds - b.seconds)).toEqual([
      { receipt: 'receipt of first', seconds: 2 },
      { receipt: 'receipt of third', seconds: 8 },
      { receipt: 'receipt of fourth', seconds: 900 },
    ]);
  });

  it('measures what has failed for half a minute, and not what waits for another copy', async () => {
    const measured = () =>
      deps.log.measures.map((line) => [
        Reflect.get(line, 'UndeliveredEvents'),
        Reflect.get(line, 'Queue'),
      ]);
    await consume(startWorkflows, messageOf('no JSON at all', 4), messageOf('none either', 1));
    expect(measured()).toEqual([]);
    await consume(
      startWorkflows,
      messageOf('no JSON at all', 5),
      messageOf('none either', 12),
      messageOf(stored('a', events[0]), 9),
    );
    expect(measured()).toEqual([
      [1, 'workflows'],
      [1, 'workflows'],
    ]);
    deps.log.measures.length = 0;
    const copy = messageOf(stored('m', events[1]), 7);
    await claimDelivery(deps.table, 'm', new Date(noon), 90_000);
    const answer = await consume(sendMail, copy);
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(measured()).toEqual([]);
  });

  it('delivers the messages of a batch beside each other', async () => {
    const second = Promise.withResolvers<void>();
    deps.workflows.start = async (_, execution) => {
      if (execution === 'a') await second.promise;
      else second.resolve();
    };
    const answer = await consume(
      startWorkflows,
      messageOf(stored('a', events[0]), 1, 'first'),
      messageOf(stored('b', events[0]), 1, 'second'),
    );
    expect(answer).toEqual({ batchItemFailures: [] });
  });
});

describe('a message that no attempt delivers', () => {
  it('is among the dead letters of its queue, and those beside it are delivered', async () => {
    await sqs.stop();
    const dead: string[] = [];
    sqs = await startSqs({
      queues: outboxQueueSettings,
      timeScale: 0.0001,
      onDeadLetter: (queue) => dead.push(queue),
    });
    const queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
    const delivered: string[] = [];
    const { queueUrls: urls, deadLetterUrls } = queueUrls(sqs);
    for (const queue of outboxQueues) {
      sqs.connect(queue, {
        functionName: queue,
        handler: async ({ Records }) => {
          const bad = Records.filter(({ body }) => body === 'bad');
          delivered.push(...Records.filter(({ body }) => body !== 'bad').map(({ body }) => body));
          return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
        },
      });
    }
    await queues.send(urls.mail, ['one', 'bad', 'two']);
    await queues.send(urls.workflows, ['three']);
    await sqs.idle();
    expect(delivered.toSorted()).toEqual(['one', 'three', 'two']);
    expect(dead).toEqual(['mail']);
    expect(await queues.size(deadLetterUrls.mail)).toEqual({ waiting: 1, inFlight: 0 });
  });
});
