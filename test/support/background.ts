import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { localAws } from '../../local/engines/engine.ts';
import { type SqsEngine, type SqsHandler, startSqs } from '../../local/engines/sqs.ts';
import { startStreamPoller } from '../../local/engines/stream-poller.ts';
import { openTableStream } from '../../local/engines/table-stream.ts';
import {
  connectConsumers,
  deadLettersOf,
  outboxQueueSettings,
  queueUrls,
} from '../../local/outbox-queues.ts';
import { startWorkflows, workflowArns } from '../../local/workflows.ts';
import { noGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';
import type { WorkflowDeps } from '../../shared/documents/deps/workflow.ts';
import { newEvents } from '../../shared/events/domain/published-changes.ts';
import type { CoreDeps } from '../../shared/kernel/deps/core.ts';
import type { ServiceDeps } from '../../shared/kernel/deps/service.ts';
import {
  type DeadLetterQueue,
  deadLetterQueues,
  detour,
} from '../../shared/kernel/domain/outbox-queue.ts';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import type { SandboxDeps } from '../../shared/payments/deps/payment-deps.ts';
import { openQueues } from '../../shared/platform/aws/queues.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { openWorkflows } from '../../shared/platform/aws/workflows.ts';
import type { DeadLetterDeps } from '../../shared/platform/usecases/dead-letters.ts';
import type { OutboxDeps } from '../../shared/service/deps/outbox.ts';
import type { TaskHandler } from '../../shared/web/http/background.ts';
import { functionHandler } from './function-handler.ts';

/** Work behind the requests: the outbox is delivered, and workflows run. */
export interface Background {
  /** Resolves when everything written before has had all its effects. */
  settle(): Promise<void>;
  /** Emails that were sent, oldest first. */
  readonly mails: readonly Message[];
  /** Delivered outbox records, in the stream's format. */
  readonly events: readonly unknown[];
  /** The outbox's queues, for operators; they start with the first call. */
  readonly care: Pick<DeadLetterDeps, 'queues' | 'queueUrls' | 'deadLetterUrls'>;
  /** Names of the executions that were started. */
  executions(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

type Route = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

/** Where reviewers get their email. */
export const reviewers = 'reviewers@registry.example';

/**
 * The table's real stream, the outbox's functions with their queues, and the workflows' own files on the local Step
 * Functions. All of it starts with the first `settle`, from the first event on, so tests that don't need it cost
 * nothing.
 */
export function openBackground(
  deps: WorkflowDeps & ServiceDeps & SandboxDeps,
  databaseEndpoint: string,
): Background {
  const mails: Message[] = [];
  const events: unknown[] = [];
  let started: ReturnType<typeof start> | undefined;

  async function start() {
    const workflows = await startWorkflows({ timeScale: 0.001, invoke: invokeWith(deps) });
    process.env['AWS_ENDPOINT_URL_SFN'] = workflows.endpoint;
    const failures: unknown[] = [];
    const sqs = await startSqs({
      queues: outboxQueueSettings,
      timeScale: 0.0001,
      onError: (error) => failures.push(error),
    });
    const queues = openQueues({ ...localAws, endpoint: sqs.endpoint });
    const { queueUrls: urls } = queueUrls(sqs);
    const outbox: OutboxDeps = {
      ...deps,
      get baseUrl() {
        return deps.baseUrl;
      },
      gatewayKeys: noGatewayKeys,
      workflows: openWorkflows(workflowArns),
      reviewers: [reviewers],
      mailer: {
        send: async (message) => {
          mails.push(message);
          return 'sent';
        },
      },
    };
    connectConsumers(
      sqs,
      (queue, entry) =>
        functionHandler<SqsHandler>(entry, {
          ...outbox,
          safeFetch: openSafeFetch({ loopback: true }),
          queues,
          queueUrl: urls[queue],
          queueUrls: urls,
        }),
      // Emails arrive in the order of their events, which tests may rely on.
      { batchSize: 1 },
    );
    const route = await functionHandler<Route>('functions/outbox/route.ts', {
      log: deps.log,
      table: deps.table,
      now: deps.now,
      newId: deps.newId,
      queues,
      queueUrls: urls,
    });
    let delivered = 0;
    // Nothing is delivered between two settles: a test decides when the background works.
    let settling = 0;
    let open = Promise.withResolvers<void>();
    const poller = startStreamPoller({
      stream: openTableStream({
        ...localAws,
        endpoint: databaseEndpoint,
        tableName: deps.table.name,
      }),
      // Feeds have their own consumers (journal.ts).
      filters: [newEvents],
      handler: async (event) => {
        if (settling === 0) await open.promise;
        delivered += event.Records.length;
        events.push(...event.Records);
        return route(event);
      },
      onError: (error) => failures.push(error),
      retryDelayMilliseconds: () => 1,
      // Nothing is polled between two settles, because each settle wakes the poller.
      pollIntervalMilliseconds: 3_600_000,
    });
    return {
      sqs,
      async settle() {
        settling += 1;
        open.resolve();
        for (let before = -1; before !== delivered; ) {
          before = delivered;
          await poller.drained();
          await sqs.idle();
          await workflows.idle();
          // Waits for the last write of a workflow: its own event was counted before this round.
          await poller.drained();
        }
        settling -= 1;
        if (settling === 0) open = Promise.withResolvers();
        if (failures.length > 0) throw failures[0];
      },
      async stop() {
        settling += 1;
        open.resolve();
        await poller.stop();
        await sqs.stop();
        await workflows.stop();
      },
    };
  }

  return {
    mails,
    events,
    async settle() {
      started ??= start();
      await (await started).settle();
    },
    care: careOf(async () => {
      started ??= start();
      return (await started).sqs;
    }),
    executions: () => listExecutions(),
    async stop() {
      await (await started)?.stop();
    },
  };
}

/** Queues by name, from an engine that starts when it is first needed. */
function careOf(engine: () => Promise<SqsEngine>): Background['care'] {
  const on = async () => {
    const sqs = await engine();
    return { queues: openQueues({ ...localAws, endpoint: sqs.endpoint }), urlOf: sqs.urlOf };
  };
  const names = (name: (queue: DeadLetterQueue) => string) =>
    Object.fromEntries(deadLetterQueues.map((queue) => [queue, name(queue)])) as Record<
      DeadLetterQueue,
      string
    >;
  return {
    queueUrls: { ...names((queue) => queue), detour },
    deadLetterUrls: names(deadLettersOf),
    queues: {
      send: async (name, bodies) => {
        const { queues, urlOf } = await on();
        return queues.send(urlOf(name), bodies);
      },
      receive: async (name, seconds) => {
        const { queues, urlOf } = await on();
        return queues.receive(urlOf(name), seconds);
      },
      remove: async (name, receipts) => {
        const { queues, urlOf } = await on();
        return queues.remove(urlOf(name), receipts);
      },
      postpone: async (name, messages) => {
        const { queues, urlOf } = await on();
        return queues.postpone(urlOf(name), messages);
      },
      size: async (name) => {
        const { queues, urlOf } = await on();
        return queues.size(urlOf(name));
      },
    },
  };
}

/** The executions of the newest engine. */
async function listExecutions(): Promise<readonly string[]> {
  const client = new SFNClient({});
  const lists = Object.values(workflowArns).map((stateMachineArn) =>
    client.send(new ListExecutionsCommand({ stateMachineArn })),
  );
  const found = (await Promise.all(lists)).flatMap(({ executions = [] }) => executions);
  client.destroy();
  return found.map(({ name }) => String(name));
}

/** Calls a task's own file, by path, with these dependencies instead of the live ones. */
export function invokeWith(deps: CoreDeps) {
  return async (entry: string, payload: unknown): Promise<unknown> => {
    const handler = await functionHandler<TaskHandler>(entry, deps);
    return handler(payload);
  };
}
