import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { type RoleCredentials, roleCredentials } from '../runtime/client-parts.ts';
import { SigningHash } from '../runtime/signing-hash.ts';

/** A POST to a service of AWS; names of headers in lower case. */
export interface SignedPost {
  /** Where it goes: scheme and host, and what the path begins with. */
  readonly address: string;
  readonly path: `/${string}`;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Under which name the service has its requests signed. */
  readonly signedAs: string;
  readonly region: string;
  /** Absent: the role's own. */
  readonly credentials?: RoleCredentials | (() => Promise<RoleCredentials>) | undefined;
  readonly requestHandler: NodeHttpHandler;
}

/** Signs a request, sends it once, and reads what comes back, whatever its status. Throws the network's errors. */
export async function signedPost({
  address,
  path,
  headers,
  body,
  signedAs,
  region,
  credentials = roleCredentials,
  requestHandler,
}: SignedPost) {
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const signer = new SignatureV4({ service: signedAs, region, credentials, sha256: SigningHash });
  const request = await signer.sign({
    method: 'POST',
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    path: pathname.replace(/\/$/, '') + path,
    query: {},
    headers: { host, 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  });
  const { response } = await requestHandler.handle(
    // The signer answers an HTTP request of its own, which its declared type is silent about.
    request as Parameters<typeof requestHandler.handle>[0],
  );
  return {
    status: response.statusCode,
    headers: response.headers,
    text: await textOf(response.body),
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
