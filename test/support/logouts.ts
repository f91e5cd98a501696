import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import type { SqsHandler } from '../../local/engines/sqs.ts';
import type { SafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import type { EndedAccess } from '../../shared/platform/domain/outbox-event.ts';
import { authorizePath, type Client, clientAnswer, pathTo } from './authorization.ts';
import { functionHandler } from './function-handler.ts';
import { claimsOf, given, headerOf, postForm } from './oauth.ts';
import type { Visitor } from './portal.ts';
import type { World } from './world.ts';

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** A notification that a client receives. */
export interface LogoutCall {
  readonly path: string;
  readonly type: string | undefined;
  readonly token: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

type Answer = (told: LogoutCall, response: ServerResponse) => void;

/** A client's receiver of logouts, which answers 204 unless a test says otherwise. */
export async function aLogoutReceiver() {
  const logoutCalls: LogoutCall[] = [];
  const ordinary: Answer = (_, response) => response.writeHead(204).end();
  const receiver = { answer: ordinary };
  const server = createServer(async (request: IncomingMessage, response) => {
    const token = new URLSearchParams(await text(request)).get('logout_token') ?? '';
    const one = {
      path: request.url ?? '',
      type: request.headers['content-type'],
      token,
      header: headerOf(token),
      claims: claimsOf(token),
    };
    logoutCalls.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  beforeEach(() => {
    logoutCalls.length = 0;
    receiver.answer = ordinary;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: logoutCalls,
    receiver,
  };
}

/** Signs in to a public client by the pages, and redeems the code; its ID token. */
export async function idTokenFor(world: World, client: Client, browser: Visitor): Promise<string> {
  const parameters = { code_challenge: challenge, prompt: 'consent' };
  const page = pathTo(await browser.open(authorizePath(client, parameters)));
  await browser.open(page);
  const answer = clientAnswer(await browser.send(page, { decision: 'approve' }));
  const { code = '' } = answer as { code?: string };
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    client_id: client.clientId,
  };
  return given(await postForm(world, 'token', form)).id_token;
}

/** Notifies clients, with a queue that uses the world's clock. */
export async function useLogoutQueue(world: World) {
  let messages: { readonly body: string; readonly at: number }[] = [];
  const deps = {
    ...world.deps,
    get baseUrl() {
      return world.baseUrl;
    },
    queueUrl: 'logouts',
    queues: {
      send: async (_: string, bodies: readonly string[], delay = 0) => {
        messages.push(...bodies.map((body) => ({ body, at: world.clock.now + delay * 1000 })));
        return [];
      },
      postpone: async () => {},
    },
  };
  /** Another process of the function; returns how many messages failed. */
  const process = async (other: object = {}) => {
    const entry = 'functions/outbox/notify-clients.ts';
    const handler = await functionHandler<SqsHandler>(entry, { ...deps, ...other });
    return async (bodies: readonly string[]) => {
      const answer = await handler({ Records: bodies.map(recordOf) } as never, {} as never);
      return answer?.batchItemFailures.length ?? 0;
    };
  };
  const tell = await process();
  return {
    tell,
    process,
    calling: (safeFetch: SafeFetch) => process({ safeFetch }),
    /** The messages that wait in the queue. */
    waiting: () => messages.map(({ body }) => body),
    drop: () => {
      messages = [];
    },
    /** A message about something that has ended. */
    ended: (personId: string, of: EndedAccess, id: string = randomUUID()) =>
      JSON.stringify({
        id,
        createdAt: new Date(world.clock.now).toISOString(),
        event: { type: 'logout.requested', personId, of },
      }),
    /** Moves the clock by so many milliseconds, and does all work that is due. */
    async pass(milliseconds: number): Promise<void> {
      world.clock.now += milliseconds;
      for (;;) {
        const due = messages.filter(({ at }) => at <= world.clock.now);
        if (due.length === 0) return;
        messages = messages.filter((message) => !due.includes(message));
        const failed = await tell(due.map(({ body }) => body));
        if (failed > 0) throw new Error('clients could not be told');
      }
    },
  };
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
