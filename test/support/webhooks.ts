import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { SqsHandler } from '../../local/engines/sqs.ts';
import { openSafeFetch, type SafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { functionHandler } from './function-handler.ts';
import { useJournal } from './journal.ts';
import type { World } from './world.ts';

export const webhooksPath = '/api/v1/webhook_endpoints';

/** A message as a receiver gets it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly id: string;
  readonly type: string;
}

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** The sender of webhooks, the queue and clock that call it, and a receiver that answers 204 unless a test changes it. */
export async function useWebhooks(world: World) {
  const received: Received[] = [];
  /** The library's verdict on messages, each verified on arrival. */
  const complaints: unknown[] = [];
  const known = new Map<string, readonly string[]>();
  const made: { readonly key: string; readonly id: string }[] = [];
  const complaintsOf = ({ body, headers }: Received, secrets: readonly string[]) => {
    // The library uses the machine's clock.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(world.clock.now);
    try {
      const refusals = secrets.flatMap((secret) => {
        try {
          new Webhook(secret).verify(body, { ...headers });
          return [];
        } catch (error) {
          return [error];
        }
      });
      return refusals.length < secrets.length ? [] : [...refusals, 'by no secret that is known'];
    } finally {
      clock.mockRestore();
    }
  };
  const receiver = { answer: ((_, response) => response.writeHead(204).end()) as Answer };
  const ordinary = receiver.answer;
  const server = createServer(async (request, response) => {
    const message = await read(request);
    received.push(message);
    for (const complaint of complaintsOf(message, known.get(message.path) ?? [])) {
      complaints.push(complaint);
    }
    receiver.answer(message, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // The queue: the messages, and when each can be received.
  let messages: { body: string; at: number }[] = [];
  const queues = {
    send: async (_: string, bodies: readonly string[], delay = 0) => {
      messages.push(...bodies.map((body) => ({ body, at: world.clock.now + delay * 1000 })));
      return [];
    },
    postpone: async () => {},
  };
  const deps = {
    ...world.deps,
    queues,
    queueUrl: 'webhooks',
    // Read by a function at its creation.
    get isSandbox() {
      return world.deps.isSandbox;
    },
  };
  const telling = async (safeFetch: SafeFetch, other: Partial<World['deps']> = {}) => {
    const handler = await functionHandler<SqsHandler>('functions/outbox/notify-webhooks.ts', {
      ...deps,
      ...other,
      safeFetch,
    });
    return async (bodies: readonly string[]) => {
      const answer = await handler({ Records: bodies.map(recordOf) } as never, {} as never);
      const failed = answer?.batchItemFailures.length ?? 0;
      if (failed > 0) throw new Error('webhooks could not be told');
    };
  };
  const deliver = await telling(openSafeFetch({ loopback: true }));
  const wake = await functionHandler<(event: object) => Promise<{ woken: number }>>(
    'functions/outbox/wake-webhooks.ts',
    deps,
  );
  const journal = await useJournal(world, { queues });
  beforeEach(() => {
    received.length = 0;
    receiver.answer = ordinary;
  });
  afterEach(async () => {
    for (const { key, id } of made.splice(0)) await api('DELETE', key, `/${id}`);
    expect(complaints).toEqual([]);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const api = (method: string, key: string, path = '', body?: unknown) =>
    world.call(method, `${webhooksPath}${path}`, { key, ...(body !== undefined && { body }) });

  /** Does all work that is due at the clock's time. */
  async function settle(): Promise<void> {
    for (;;) {
      await journal.drained();
      await wake({});
      const due = messages.filter(({ at }) => at <= world.clock.now);
      if (due.length === 0) return;
      messages = messages.filter((message) => !due.includes(message));
      await deliver(due.map(({ body }) => body));
    }
  }

  return {
    url,
    received,
    receiver,
    journal,
    /** Whether the library accepts a message with this secret. */
    isSignedBy: (secret: string, message: Received) => complaintsOf(message, [secret]).length === 0,
    /** From now on, messages to the path are valid with any of these secrets. */
    know: (path: string, secrets: readonly string[]) => void known.set(path, secrets),
    settle,
    wake,
    api,
    /**
     * Another process of the function, with other calls to receivers; `other` are its own parts.
     */
    telling,
    letterOf: messageOf,
    /** An endpoint at the receiver. */
    async endpoint(
      key: string,
      fields: object = {},
    ): Promise<Endpoint & { readonly path: string }> {
      const path = `/${known.size + 1}`;
      const { status, body } = await api('POST', key, '', { url: `${url}${path}`, ...fields });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      const { data } = body as { data: Endpoint };
      known.set(path, [data.secret]);
      made.push({ key, id: data.id });
      return { ...data, path };
    },
    /** Does immediately what the endpoint's owner has requested. */
    async look(feed: string, endpointId: string): Promise<void> {
      await deliver([messageOf(feed, endpointId)]);
    },
    async deliveries(key: string, id: string) {
      const { body } = await api('GET', key, `/${id}/deliveries`);
      return (body as { data: Delivery[] }).data;
    },
    async pass(milliseconds: number): Promise<void> {
      world.clock.now += milliseconds;
      await settle();
    },
  };
}

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly nextAttemptAt: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly failure: string | null;
  }[];
}

function messageOf(feed: string, endpointId?: string): string {
  return JSON.stringify({
    id: randomUUID(),
    createdAt: new Date().toISOString(),
    event: { type: 'webhooks.requested', feed, ...(endpointId && { endpointId }) },
  });
}

function recordOf(body: string) {
  return {
    body,
    messageId: randomUUID(),
    receiptHandle: '1',
    attributes: { ApproximateReceiveCount: '1' },
    eventSource: 'aws:sqs',
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    path: String(request.url),
    headers,
    body,
    id: String(headers['webhook-id']),
    type: String(Object(JSON.parse(body)).type),
  };
}
