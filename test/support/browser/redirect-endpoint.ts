import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a browser brought to the client. */
export interface Callback {
  readonly method: string;
  /** The parameters of the address or of the form. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type RedirectEndpoint = Awaited<ReturnType<typeof startRedirectEndpoint>>;

/** An OAuth client on another origin: stores the requests it gets, and answers `Welcome back`. */
export async function startRedirectEndpoint() {
  const callbacks: Callback[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://client');
    response.setHeader('content-type', 'text/html');
    // A client that redirects to its own host, as those behind a broker do.
    if (pathname === '/broker') {
      const onward = `http://localhost:${request.socket.localPort}/callback?${searchParams}`;
      response.writeHead(303, { location: onward }).end();
      return;
    }
    if (pathname !== '/callback') {
      response.end('<!doctype html><title>Client</title><link rel="icon" href="data:,">');
      return;
    }
    const { method = '' } = request;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const parameters = Object.fromEntries(method === 'POST' ? form : searchParams);
    callbacks.push({ method, parameters });
    response.end(
      '<!doctype html><title>Client</title><link rel="icon" href="data:,"><h1>Welcome back</h1>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    brokerUri: `${origin}/broker`,
    callbacks,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
