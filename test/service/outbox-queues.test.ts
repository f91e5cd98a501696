import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as copy } from '../../functions/evidence/copy.ts';
import { handler as route } from '../../functions/outbox/route.ts';
import { handler as sendMail } from '../../functions/outbox/send-mail.ts';
import { handler as startWorkflows } from '../../functions/outbox/start-workflows.ts';
import { localAws } from '../../local/engines/engine.ts';
import { type SqsEngine, startSqs } from '../../local/engines/sqs.ts';
import { outboxQueueSettings, queueUrls } from '../../local/outbox-queues.ts';
import { mostEndpoints } from '../../shared/events/domain/webhook-endpoint.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import {
  deadLetterQueues,
  outboxQueues,
  type RoutedQueue,
} from '../../shared/kernel/domain/outbox-queue.ts';
import { openQueues, type Queues } from '../../shared/platform/aws/queues.ts';
import { claimDelivery } from '../../shared/platform/db/deliveries.ts';
import type { OutboxEvent } from '../../shared/platform/domain/outbox-event.ts';
import { type RoutingDeps, routeEvents } from '../../shared/platform/usecases/route-events.ts';
import { consumers } from '../../shared/service/routes/background.ts';
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
  { type: 'mail.requested', mail: { template: 'review_waiting', reviewId: 'r' } },
  { type: 'gateway_key.requested', keyHash: 'h' },
  { type: 'gateway_keys.obsolete', keyHashes: ['h'] },
  { type: 'certificate.paid', requestId: 'c' },
  { type: 'review.requested', subject: { type: 'amendment', id: 'a' } },
  { type: 'sandbox_webhook.requested', paymentId: 'p', result: 'paid' },
  { type: 'webhooks.requested', feed: 'PERSON#p' },
  { type: 'review.created_in_sandbox', reviewId: 'r' },
  { type: 'logout.requested', personId: 'p', of: { kind: 'account', credentialEpoch: 0 } },
  { type: 'logout.due', logoutId: 'l' },
] as readonly OutboxEvent[];

describe('the router', () => {
  const recordOf = (place: number, item: Record<string, unknown> | undefined): DynamoDBRecord =>
    // The stream's types repeat those of the table.
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

  it("measures how long the clock's write took to arrive, and routes it nowhere", async () => {
    const at = new Date(noon);
    const beat = {
      eventName: 'MODIFY',
      dynamodb: {
        SequenceNumber: '1',
        ApproximateCreationDateTime: at.getTime() / 1000 - 7,
        Keys: marshall(keys.reviewCounts()),
        NewImage: marshall({ ...keys.reviewCounts(), counts: {} }),
      },
    } as DynamoDBRecord;
    const now = () => at;
    const store = { put: () => expect.unreachable('nothing is copied') };
    const routed = await withDeps({ log, now, queues: null, queueUrls: null }, () =>
      route({ Records: [beat] }),
    );
    await withDeps({ log, now, store }, () => copy({ Records: [beat] }));
    expect(routed).toEqual({ batchItemFailures: [] });
    expect(log.measures).toMatchObject([
      { Reader: 'outbox', StreamDelay: 7 },
      { Reader: 'evidence', StreamDelay: 7 },
    ]);
  });
  const all = () => Object.fromEntries(deadLetterQueues.map((queue) => [queue, idsIn(queue)]));

  it('puts each event into the queue of its consumer', async () => {
    const answer = await run(events.map((event, index) => recordOf(index, itemOf(event, index))));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(all()).toEqual({
      mail: ['1'],
      'gateway-keys': ['2', '3'],
      workflows: ['0', '4', '5'],
      sandbox: ['6', '8'],
      webhooks: ['7'],
      logouts: ['9', '10'],
      unrouted: [],
    });
    expect(sqs.bodies('mail').map((body) => JSON.parse(body))).toEqual([
      { id: '1', createdAt: noon, event: events[1] },
    ]);
  });

  it('sets unreadable and unknown events aside and routes all others', async () => {
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
      ['0', '1', 'OUTBOX#2', '3'].map((id) => ['an event has no consumer', id]),
    );
  });

  it('routes more events than one SQS call can take', async () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      recordOf(index, itemOf(events[0], index)),
    );
    expect(await run(many)).toEqual({ batchItemFailures: [] });
    expect(idsIn('workflows')).toHaveLength(25);
  });

  describe('if a queue refuses events', () => {
    /** Queues of which some reject everything until they are healed. */
    const refusing = (...names: readonly RoutedQueue[]) => {
      const real = openQueues({ ...localAws, endpoint: sqs.endpoint });
      const away = new Set(names.map((name) => urls()[name]));
      const queues: Queues = {
        ...real,
        send: (url, bodies) =>
          away.has(url) ? Promise.reject(new Error('SQS is away')) : real.send(url, bodies),
      };
      return { queues, heal: () => away.clear() };
    };
    const urls = () => queueUrls(sqs).queueUrls;
    const records = () => events.map((event, index) => recordOf(index, itemOf(event, index)));
    const measured = () =>
      log.measures.map((line) => [
        Reflect.get(line, 'UndeliveredEvents'),
        Reflect.get(line, 'Queue'),
      ]);

    it('sends them to the detour queue, and the stream continues', async () => {
      const { queues } = refusing('mail');
      expect(await run(records(), queues)).toEqual({ batchItemFailures: [] });
      expect(await run([recordOf(7, itemOf(events[0], 7))], queues)).toEqual({
        batchItemFailures: [],
      });
      expect(all()).toMatchObject({
        mail: [],
        workflows: ['0', '4', '5', '7'],
        sandbox: ['6', '8'],
      });
      expect(idsIn('detour')).toEqual(['1']);
      expect(log.lines.map(({ message, fields }) => ({ message, ...fields }))).toEqual([
        { message: 'a queue refused events', queue: 'mail' },
      ]);
    });

    it('sets sandbox events aside outside a sandbox, like events of an unknown type', async () => {
      const { sandbox: _, ...others } = urls();
      const queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
      const items = events.map(itemOf);
      expect(await routeEvents(items, { log, queues, queueUrls: others })).toEqual([]);
      expect(all()).toMatchObject({ sandbox: [], mail: ['1'] });
      expect(idsIn('unrouted')).toEqual(expect.arrayContaining(['6', '8']));
    });

    it('sends only the refused events of a batch to the detour queue', async () => {
      const real = openQueues({ ...localAws, endpoint: sqs.endpoint });
      const queues: Queues = {
        ...real,
        send: async (url, bodies) => {
          if (url !== urls().workflows) return real.send(url, bodies);
          await real.send(url, bodies.slice(1));
          return [0];
        },
      };
      expect(await run(records(), queues)).toEqual({ batchItemFailures: [] });
      expect(idsIn('workflows')).toEqual(['4', '5']);
      expect(idsIn('detour')).toEqual(['0']);
    });

    it('resumes at the first event that the detour queue refused as well', async () => {
      const { queues } = refusing('mail', 'gateway-keys', 'detour');
      expect(await run(records(), queues)).toEqual({
        batchItemFailures: [{ itemIdentifier: '1' }],
      });
      expect(all()).toMatchObject({ workflows: ['0', '4', '5'], sandbox: ['6', '8'] });
    });

    it('retries them until their queue accepts them, and measures long delays', async () => {
      const { queues, heal } = refusing('mail', 'unrouted');
      const postponed: unknown[] = [];
      const reroute = (...messages: readonly SQSRecord[]) =>
        withDeps(
          {
            log,
            queues: { ...queues, postpone: async (_, given) => void postponed.push(...given) },
            queueUrls: urls(),
          } satisfies RoutingDeps,
          () => route({ Records: [...messages] }),
        );
      const mail = { id: 'm', createdAt: noon, event: events[1] };
      const start = { id: 's', createdAt: noon, event: events[0] };
      expect(
        await reroute(
          messageOf(mail, 2, 'first'),
          messageOf(start, 1, 'second'),
          messageOf('no JSON at all', 3, 'third'),
        ),
      ).toEqual({ batchItemFailures: [{ itemIdentifier: 'first' }, { itemIdentifier: 'third' }] });
      expect(postponed).toEqual([
        { receipt: 'receipt of first', seconds: 4 },
        { receipt: 'receipt of third', seconds: 8 },
      ]);
      expect(sqs.bodies('workflows').map((body) => JSON.parse(body))).toEqual([start]);
      expect(measured()).toEqual([]);
      await reroute(messageOf(mail, 5, 'first'), messageOf('no JSON at all', 6, 'third'));
      expect(measured()).toEqual([[1, 'mail']]);
      heal();
      expect(
        await reroute(messageOf(mail, 6, 'first'), messageOf('no JSON at all', 7, 'third')),
      ).toEqual({ batchItemFailures: [] });
      expect(sqs.bodies('mail').map((body) => JSON.parse(body))).toEqual([mail]);
      // Only once: the last call had nothing to postpone.
      expect(postponed).toHaveLength(4);
      expect(idsIn('unrouted')).toEqual(['third']);
    });

    it('for ten minutes, delivers every event to its queue in the end', async () => {
      await sqs.stop();
      // Ten minutes take 60 ms, and what failed twelve times is given up after 280 ms.
      sqs = await startSqs({ queues: outboxQueueSettings, timeScale: 0.0001 });
      const { queues, heal } = refusing('mail');
      sqs.connect('detour', {
        functionName: 'outbox-route',
        handler: (event) =>
          withDeps({ log, queues, queueUrls: urls() } satisfies RoutingDeps, async () => {
            const [{ attributes } = messageOf('', 0)] = event.Records;
            // Nine attempts take 2 + 4 + … + 512 seconds: more than ten minutes.
            if (Number(attributes.ApproximateReceiveCount) > 9) heal();
            return route(event);
          }),
      });
      const many = Array.from({ length: 30 }, (_, index) =>
        recordOf(index, itemOf(events[index % 2], index)),
      );
      expect(await run(many, queues)).toEqual({ batchItemFailures: [] });
      expect(idsIn('workflows')).toHaveLength(15);
      await sqs.idle();
      expect([idsIn('mail').length, idsIn('detour'), idsIn('unrouted')]).toEqual([15, [], []]);
      expect(measured().length).toBeGreaterThan(0);
    });

    it('permanently, keeps them as dead letters that can be redriven', async () => {
      await sqs.stop();
      sqs = await startSqs({ queues: outboxQueueSettings, timeScale: 0.0001 });
      const { queues } = refusing('mail');
      sqs.connect('detour', {
        functionName: 'outbox-route',
        handler: (event) =>
          withDeps({ log, queues, queueUrls: urls() } satisfies RoutingDeps, () => route(event)),
      });
      await run(records(), queues);
      await sqs.idle();
      expect(sqs.bodies('unrouted').map((body) => JSON.parse(body))).toEqual([
        { id: '1', createdAt: noon, event: events[1] },
      ]);
    });
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

  it('delivers the messages next to a failing one, and reports only the failing one', async () => {
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

  it('measures events that have failed for half a minute, but not those that another copy delivers', async () => {
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

  it('ignores a lease of a previous process if it runs alone', async () => {
    const alone = new Date(Date.parse(noon) + 1_000);
    const claimed = async (eventId: string, at: Date) =>
      (await claimDelivery(deps.table, eventId, at, 90_000)).claim;
    expect(await claimed('left', new Date(noon))).toBe('claimed');
    vi.stubEnv('ALONE_SINCE', alone.toISOString());
    expect(await claimed('left', alone)).toBe('claimed');
    // A lease of this process is respected.
    expect(await claimed('left', new Date(alone.getTime() + 89_999))).toBe('busy');
    expect(await claimed('left', new Date(alone.getTime() + 90_000))).toBe('claimed');
    vi.unstubAllEnvs();
  });

  it('delivers the messages of a batch in parallel', async () => {
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

it('the webhooks consumer has more concurrency than the silent endpoints of six people can block', () => {
  expect(consumers.webhooks.concurrency).toBeGreaterThan(6 * mostEndpoints);
});

describe("a message that can't be delivered", () => {
  it('becomes a dead letter of its queue, and the messages next to it are delivered', async () => {
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
