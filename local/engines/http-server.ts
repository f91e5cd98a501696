import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from './engine.ts';

/** Answers one request. A rejection becomes a bare 500, so that no caller ever hangs. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on 127.0.0.1; port 0 uses any free port. Rejects if the port is taken. */
export async function startHttpServer(handle: RequestHandler, port = 0): Promise<Engine> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A page of another site whose name resolves to this machine (DNS rebinding) sends its own host.
    if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(request.headers.host ?? '')) {
      response.writeHead(421, { connection: 'close' }).end();
      return;
    }
    handle(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  // A TCP listener's address is never a string (that is for pipes), nor null once it listens.
  const { port: bound } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${bound}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Thrown by `readBody` when a request is larger than its limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** Reads a whole request body of at most `limit` bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLargeError(`the body is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
