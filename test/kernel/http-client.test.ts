import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterEach, describe, expect, it } from 'vitest';
import { openRetries } from '../../shared/kernel/runtime/client-parts.ts';
import { DeadlineError, withinDeadline } from '../../shared/kernel/runtime/deadline.ts';
import { type HttpCall, openHttpClient } from '../../shared/kernel/runtime/http-client.ts';
import { selfSigned } from '../support/self-signed.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Long enough that no test waits for it. */
const patient = 60_000;

function openClient(requestTimeout = patient) {
  const client = openHttpClient(requestTimeout);
  closing.push(() => client.destroy());
  return client;
}

/** A server with its open connections, and a request to it. */
async function serve(answer: RequestListener, server: Server = createServer(answer)) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // Listening on TCP.
  const { port } = server.address() as AddressInfo;
  const call = (more: Partial<HttpCall> = {}): HttpCall => ({
    ...{ method: 'GET', protocol: 'http:', hostname: '127.0.0.1', port, path: '/' },
    ...more,
    headers: { host: `127.0.0.1:${port}`, ...more.headers },
  });
  return { port, call, sockets, connections: () => connections };
}

describe('an answer', () => {
  it('is read whole, however large and in however many pieces', async () => {
    const parts = [Buffer.from('ü').subarray(0, 1), Buffer.alloc(5_000_000, 7), Buffer.from([1])];
    const { call } = await serve(async (_, response) => {
      response.writeHead(418, { 'X-Amz-Header': 'a' });
      for (const part of parts) {
        response.write(part);
        await new Promise(setImmediate);
      }
      response.end();
    });
    const { response } = await openClient().handle(call());
    expect(response.statusCode).toBe(418);
    expect(response.headers['x-amz-header']).toBe('a');
    expect((await buffer(response.body)).equals(Buffer.concat(parts))).toBe(true);
  });

  it('may take longer than the time limit once it has begun', async () => {
    const { call } = await serve((_, response) => {
      response.write('a');
      setTimeout(() => response.end('b'), 2_300);
    });
    // A busy machine takes a while to start.
    const { response } = await openClient(2_000).handle(call());
    expect(await text(response.body)).toBe('ab');
  });

  it('that breaks off is an error for its reader, and without a reader no error is thrown', async () => {
    const { call, sockets } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => response.socket?.resetAndDestroy());
    });
    const client = openClient();
    const { response } = await client.handle(call());
    await expect(text(response.body)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await client.handle(call());
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe('a connection', () => {
  it('serves the next request too', async () => {
    const { call, connections } = await serve((_, response) => response.end('a'));
    const client = openClient();
    for (let count = 0; count < 3; count += 1) {
      const { response } = await client.handle(call());
      expect(await text(response.body)).toBe('a');
    }
    expect(connections()).toBe(1);
  });

  it('that the other side closes while idle is not used again', async () => {
    const { call, sockets, connections } = await serve((_, response) => response.end());
    const client = openClient();
    const ask = async () => text((await client.handle(call())).response.body);
    await ask();
    for (const socket of sockets) socket.end();
    await expect.poll(() => sockets.size).toBe(0);
    await ask();
    expect(connections()).toBe(2);
  });

  it('that the other side closes at the moment of a request makes the client try again', async () => {
    let requests = 0;
    const { call, connections } = await serve((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.resetAndDestroy();
      else response.end(`${requests}`);
    });
    const client = openClient();
    const ask = async () => text((await client.handle(call())).response.body);
    const attempting = openRetries(2, 1);
    expect(await attempting(ask)).toBe('1');
    expect(await attempting(ask)).toBe('3');
    expect(connections()).toBe(2);
  });

  it.each(['reset', 'end'] as const)(
    'that ends without an answer is the same error as of the SDK: %s',
    async (how) => {
      const { call } = await serve(({ socket }) =>
        how === 'reset' ? socket.resetAndDestroy() : socket.destroy(),
      );
      const theirs = new NodeHttpHandler();
      closing.push(() => theirs.destroy());
      const expected = await theirs.handle(new HttpRequest(call())).catch((error) => error);
      const { name, code, message } = expected;
      expect(name).toBe('TimeoutError');
      await expect(openClient().handle(call())).rejects.toMatchObject({ name, code, message });
    },
  );

  it('that is refused is the same error as of the SDK', async () => {
    const { call } = await serve(() => undefined);
    for (const close of closing.splice(0)) await close();
    await expect(openClient().handle(call())).rejects.toMatchObject({
      name: 'Error',
      code: 'ECONNREFUSED',
    });
  });

  it('that is not accepted is given up after a second', async () => {
    // The worker listens and never accepts, so after a few connections the next one waits.
    const worker = new Worker(
      `const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
        require('node:worker_threads').parentPort.postMessage(server.address().port);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`,
      { eval: true },
    );
    closing.push(() => worker.terminate());
    const [port] = await once(worker, 'message');
    const client = openClient();
    const call = {
      method: 'GET',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: '/',
      headers: {},
    };
    const waiting = Array.from({ length: 6 }, () => client.handle({ ...call, port }));
    await expect(Promise.race(waiting)).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.stringContaining('did not accept a connection'),
    });
  });

  it('is closed by `destroy`, idle or in use', async () => {
    const { call, sockets } = await serve((request, response) => {
      if (request.url === '/') response.end();
    });
    const client = openClient();
    await text((await client.handle(call())).response.body);
    const waiting = [client.handle(call({ path: '/a' })), client.handle(call({ path: '/b' }))];
    const ended = Promise.allSettled(waiting);
    await expect.poll(() => sockets.size).toBe(2);
    client.destroy();
    expect(await ended).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('that is idle does not keep the process alive', async () => {
    const { port, sockets } = await serve((_, response) => response.end('a'));
    const file = new URL('../../shared/kernel/runtime/http-client.ts', import.meta.url);
    const child = spawn(process.execPath, [
      ...['--input-type=module', '--eval'],
      `const { openHttpClient } = await import(${JSON.stringify(file.href)});
      const client = openHttpClient(${patient});
      const call = { method: 'GET', protocol: 'http:', hostname: '127.0.0.1', port: ${port} };
      const { response } = await client.handle({ ...call, path: '/', headers: {} });
      for await (const part of response.body) process.stdout.write(part);
      process.stdout.write('b');`,
    ]);
    closing.push(() => child.kill());
    const exited = once(child, 'exit');
    expect(await text(child.stdout)).toBe('ab');
    expect(await exited).toEqual([0, null]);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('to a server with an unknown certificate is refused', async () => {
    let requests = 0;
    const answer: RequestListener = (_, response) => {
      requests += 1;
      response.end();
    };
    const { call } = await serve(answer, createSecureServer(selfSigned('localhost'), answer));
    await expect(
      openClient().handle(call({ protocol: 'https:', hostname: 'localhost' })),
    ).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(requests).toBe(0);
  });
});

describe('a request', () => {
  it('without an answer is given up at its time limit, and its connection is closed', async () => {
    const { call, sockets } = await serve(() => undefined);
    const client = openClient(50);
    const late = { name: 'TimeoutError', code: 'ETIMEDOUT' };
    await expect(client.handle(call())).rejects.toMatchObject(late);
    await expect(openClient().handle(call(), { requestTimeout: 50 })).rejects.toMatchObject(late);
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('whose connection and answer arrive while the process is busy is not late', async () => {
    const answered = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(
      `const { workerData: answered, parentPort } = require('node:worker_threads');
      const server = require('node:http').createServer((_, response) => {
        response.end('a', () => {
          Atomics.add(answered, 0, 1);
          Atomics.notify(answered, 0);
        });
      }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
      { eval: true, workerData: answered },
    );
    closing.push(() => worker.terminate());
    const [port] = await once(worker, 'message');
    const client = openClient(200);
    const to = { method: 'GET', protocol: 'http:', hostname: '127.0.0.1', path: '/', headers: {} };
    /** Works until the deadline has passed and, if an answer is awaited, it was sent. */
    const work = (milliseconds: number, answers: number) => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end || Atomics.load(answered, 0) < answers) {
        Atomics.wait(answered, 0, Atomics.load(answered, 0), 10);
      }
    };
    // The first of the two limits is that of the connection.
    const first = openClient().handle({ ...to, port });
    // It starts to connect, and nothing is read yet.
    for (let ticks = 0; ticks < 4; ticks += 1) await new Promise<void>(process.nextTick);
    work(1_200, 0);
    expect(await text((await first).response.body)).toBe('a');

    const warm = await client.handle({ ...to, port }, { requestTimeout: patient });
    expect(await text(warm.response.body)).toBe('a');
    const second = client.handle({ ...to, port });
    await new Promise(setImmediate);
    work(300, 3);
    expect(await text((await second).response.body)).toBe('a');
  });

  it('ends with the deadline of the current work, before an answer and while it is read', async () => {
    const { call, sockets } = await serve((request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const client = openClient();
    const ask = (path: string) => withinDeadline(100, () => client.handle(call({ path })));
    await expect(ask('/')).rejects.toBeInstanceOf(DeadlineError);
    await expect(
      withinDeadline(100, async () => {
        const { response } = await client.handle(call({ path: '/half' }));
        return text(response.body);
      }),
    ).rejects.toThrow();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('after the deadline is not sent', async () => {
    const { call, connections } = await serve((_, response) => response.end());
    const client = openClient();
    await withinDeadline(1, async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await expect(client.handle(call())).rejects.toBeInstanceOf(DeadlineError);
    });
    expect(connections()).toBe(0);
  });

  it('ends with the signal of an SDK client, and leaves no listener on it', async () => {
    const { call, sockets, connections } = await serve((request, response) => {
      if (request.url === '/') response.end();
    });
    const client = openClient();
    const { signal } = new AbortController();
    const { response } = await client.handle(call(), { abortSignal: signal });
    await text(response.body);
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);

    const ending = new AbortController();
    const limits = { abortSignal: ending.signal };
    const waiting = client.handle(call({ path: '/a' }), limits);
    await expect.poll(() => sockets.size).toBe(1);
    ending.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const before = connections();
    await expect(client.handle(call(), limits)).rejects.toMatchObject({ name: 'AbortError' });
    expect(connections()).toBe(before);
  });

  const bodies: Readonly<Record<string, () => HttpCall['body']>> = {
    nothing: () => undefined,
    text: () => '{"name":"ü"}',
    bytes: () => Uint8Array.from([0, 255, 10]),
    'an empty text': () => '',
    'a stream': () => Readable.from([Buffer.from('a'), Buffer.from('b')]),
  };

  it.each(Object.keys(bodies))('arrives as from the SDK, with a body of %s', async (kind) => {
    const received: unknown[] = [];
    const { call } = await serve(async (request: IncomingMessage, response) => {
      const { method, url, rawHeaders } = request;
      received.push({ method, url, rawHeaders, body: await text(request) });
      response.end();
    });
    const theirs = new NodeHttpHandler();
    closing.push(() => theirs.destroy());
    const made = () =>
      call({
        ...{ method: 'POST', path: '/a%20b', body: bodies[kind]?.() },
        query: { b: ['2', "1'"], a: 'ü &', empty: '', none: null },
        headers: { 'x-amz-date': 'now', authorization: 'AWS4' },
      });
    await theirs.handle(new HttpRequest(made()));
    await openClient().handle(made());
    const [expected, found] = received;
    expect(found).toEqual(expected);
  });

  it('reaches an IPv6 address', async () => {
    const server = createServer((_, response) => response.end('six'));
    await once(server.listen(0, '::1'), 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const { response } = await openClient().handle({
      ...{ method: 'GET', protocol: 'http:', hostname: '[::1]', port, path: '/', headers: {} },
    });
    expect(await text(response.body)).toBe('six');
  });

  it('whose stream fails is an error', async () => {
    const { call } = await serve((request) => void request.resume());
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('a');
        throw new Error('the file is gone');
      })(),
    );
    await expect(openClient().handle(call({ method: 'PUT', body }))).rejects.toThrow(
      'the file is gone',
    );
  });
});
