import { connect, type Socket } from 'node:net';
import type { Answer } from './dynamodb-faults.ts';

/** The request; `headers` without the host and the body's length. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

interface Connection {
  readonly send: (bytes: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

/** Headers of the connection (RFC 9110 7.6.1), or headers that this file sets. */
const ownHeaders = new Set(['connection', 'content-length', 'expect', 'host', 'transfer-encoding']);

/**
 * Requests to a local engine that states the length of its answers: sent immediately, on as many
 * connections as needed. node:http's other features took an eighth of the suite's time.
 */
export function openHttpConnections(endpoint: string) {
  const { hostname, port, host } = new URL(endpoint);
  const open = new Set<Connection>();
  const idle: Connection[] = [];

  function newConnection(): Connection {
    const connection = connectionTo(hostname, Number(port), () => {
      open.delete(connection);
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
    });
    open.add(connection);
    return connection;
  }

  return {
    async send({ method, path, headers, body }: Sent): Promise<Answer> {
      const fields = Object.entries(headers)
        .filter(([name, value]) => value !== undefined && !ownHeaders.has(name.toLowerCase()))
        .map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${fields.join('')}content-length: ${body.length}\r\n\r\n`;
      const connection = idle.pop() ?? newConnection();
      const answer = await connection.send(Buffer.concat([Buffer.from(head, 'latin1'), body]));
      if (open.has(connection)) idle.push(connection);
      return answer;
    },
    close(): void {
      for (const connection of open) connection.close();
    },
  };
}

function connectionTo(hostname: string, port: number, ended: () => void): Connection {
  const socket: Socket = connect({ host: hostname, port, noDelay: true });
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let received: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const answer = readAnswer(received);
      if (answer === undefined) return;
      received = Buffer.alloc(0);
      waiting?.resolve(answer);
      waiting = undefined;
    } catch (error) {
      fail(Object(error));
    }
  });
  socket.on('error', fail);
  socket.on('close', () => {
    ended();
    fail(Object.assign(new Error('the engine closed the connection'), { code: 'ECONNRESET' }));
  });
  return {
    send(bytes) {
      waiting = Promise.withResolvers<Answer>();
      socket.write(bytes);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

/** The complete response. Throws if it does not state its length. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer of unknown length: ${head}`);
  const body = received.subarray(end + 4);
  if (body.length < Number(length)) return undefined;
  const type = /\r\ncontent-type: *([^\r]*)/i.exec(head)?.[1] ?? 'application/x-amz-json-1.0';
  return { status: Number(head.split(' ', 2)[1]), headers: { 'content-type': type }, body };
}
