import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { selfSigned } from './self-signed.ts';

/**
 * A TLS proxy in front of a service: on loopback, for `host`, with its own certificate. `leadTo`
 * sets the service's address. With `renames` it calls the service by the service's own address, as
 * some tunnels do.
 */
export async function startTlsFront(host: string, { renames = false } = {}) {
  const { key, cert } = selfSigned(host);
  let service = '';
  const server = createServer({ key, cert }, (request, response) => {
    const headers = {
      ...request.headers,
      ...(renames && { host: new URL(service).host }),
      'x-forwarded-for': [request.headers['x-forwarded-for'], '203.0.113.7'].flat().join(', '),
    };
    const { method = 'GET', url = '/' } = request;
    const onward = httpRequest(new URL(url, service), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener's address is never a string (that is a pipe's) nor null once it listens.
  const { port } = server.address() as AddressInfo;

  /**
   * `fetch` of someone who resolves names to this proxy and trusts its certificate. Redirects are
   * not followed.
   */
  const fetchThrough = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    return new Promise<Response>((resolve, reject) => {
      const { method, headers, url } = request;
      httpsRequest(
        url,
        {
          method,
          headers: Object.fromEntries(headers),
          ca: cert,
          agent: false,
          lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
        },
        async (answer) => {
          const bytes = new Uint8Array(await buffer(answer));
          const fields = new Headers();
          for (const [name, values] of Object.entries(answer.headersDistinct)) {
            for (const value of values ?? []) fields.append(name, value);
          }
          const status = answer.statusCode ?? 0;
          const content = bytes.length === 0 ? null : bytes;
          resolve(new Response(content, { status, headers: fields }));
        },
      )
        .on('error', reject)
        .end(body);
    });
  };

  return {
    url: `https://${host}:${port}`,
    leadTo: (url: string) => {
      service = url;
    },
    fetch: fetchThrough,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
