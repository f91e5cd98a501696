import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  givenAddress,
  openRetries,
  regionalAddress,
  regionOfRole,
  roleCredentials,
} from '../runtime/client-parts.ts';
import { DeadlineError, deadlineSignal, endingInTime } from '../runtime/deadline.ts';
import type { HttpCall, HttpClient } from '../runtime/http-client.ts';
import { awsHeaders, awsQuery, escaped } from '../runtime/signature.ts';

/** Region, credentials, retries and timeouts of S3 requests. */
export interface ObjectSettings {
  readonly maxAttempts: number;
  readonly requestHandler: HttpClient;
  readonly credentials?: typeof roleCredentials;
}

/** A request about one object. */
interface ObjectRequest {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'PUT';
  readonly key: string;
  /** Header names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A response of S3; header names are in lower case. */
interface ObjectAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** An S3 error response; `name` is the error code. The fields are those of the SDK's exception. */
export class ObjectError extends Error {
  readonly $metadata: { readonly httpStatusCode: number };
  /** Fields that the SDK reads to decide whether to retry. */
  readonly $retryable?: object;

  constructor(status: number, name: string, message: string, isDamaged = false) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status };
    if (isDamaged) this.$retryable = {};
  }
}

/**
 * A client for the objects of one bucket: requests whose bodies fit into memory, and presigned
 * URLs. It uses the SDK's retry strategy without the SDK's client, which would be
 * half the code of each function that stores or shows a document.
 */
interface ObjectClient {
  /**
   * Sends a request to S3. Throws an `ObjectError` if S3 rejects it, and network errors when no
   * attempts are left or another would not help.
   */
  send(request: ObjectRequest): Promise<ObjectAnswer>;
  /**
   * A presigned URL that lets anyone who has it make the request, for the given number of seconds.
   * `headers` that are not in `signed` become part of the URL; the caller must send the others
   * unchanged.
   */
  link(
    request: ObjectRequest & { readonly query: Readonly<Record<string, string>> },
    seconds: number,
    signed?: readonly string[],
  ): Promise<string>;
}

export function openObjects(bucket: string, settings: ObjectSettings): ObjectClient {
  const { maxAttempts, requestHandler } = settings;
  const attempting = openRetries(maxAttempts);

  async function attempt({ body, headers, method, key }: ObjectRequest): Promise<ObjectAnswer> {
    const request = await signedRequest(bucket, settings.credentials, {
      ...{ method, key },
      headers: {
        ...headers,
        ...(method === 'GET' && { 'x-amz-checksum-mode': 'ENABLED' }),
        ...(body && { 'x-amz-checksum-crc32': checksumOf(body) }),
        ...(body && { 'content-length': String(body.length) }),
      },
      ...(body && { body }),
    });
    const { response } = await requestHandler.handle(request);
    const content = await contentOf(response.body);
    const { statusCode, headers: answered } = response;
    if (statusCode >= 300) throw refusalOf(statusCode, content);
    const sum = answered['x-amz-checksum-crc32'];
    // The checksum of a multipart upload is a checksum of checksums ("…-2"), which can't be
    // compared.
    const isWhole = sum === undefined || sum.includes('-') || method !== 'GET';
    if (!isWhole && sum !== checksumOf(content))
      throw new ObjectError(
        statusCode,
        'DamagedObject',
        'the object does not fit its checksum',
        true,
      );
    return { headers: answered, content };
  }

  return {
    send: (request) => attempting(() => attempt(request)),
    async link({ method, key, query, headers = {} }, seconds, signed = []) {
      const { origin, host, path } = addressOf(bucket, key);
      const isSigned = ([name]: readonly [string, string]) => signed.includes(name);
      const fields = Object.entries(headers);
      const rest = Object.fromEntries(fields.filter((field) => !isSigned(field)));
      const link = awsQuery(
        {
          ...{ method, path, query: { ...query, ...rest } },
          headers: { host, ...Object.fromEntries(fields.filter(isSigned)) },
        },
        await signingOf(settings.credentials),
        seconds,
      );
      return `${origin}${path}?${link}`;
    },
  };
}

async function signingOf(credentials = roleCredentials) {
  return { service: 's3', region: regionOfRole(), credentials: await credentials() };
}

async function signedRequest(
  bucket: string,
  credentials: ObjectSettings['credentials'],
  { key, headers, ...request }: ObjectRequest,
): Promise<HttpCall> {
  const { protocol, hostname, port, host, path } = addressOf(bucket, key);
  const sent = { ...request, path, headers: { host, ...headers } };
  return {
    ...{ ...sent, protocol, hostname },
    headers: awsHeaders(sent, await signingOf(credentials)),
    ...(port !== '' && { port: Number(port) }),
  };
}

/**
 * The S3 endpoint from the environment, with the bucket in the path. Default: the bucket's own
 * host.
 */
function addressOf(bucket: string, key: string) {
  const object = key.split('/').map(escaped).join('/');
  const given = givenAddress('AWS_ENDPOINT_URL_S3');
  const url = new URL(given ?? regionalAddress(`${bucket}.s3`, regionOfRole()));
  const { origin, protocol, hostname, port, host } = url;
  const path = given === null ? `/${object}` : `/${bucket}/${object}`;
  return { origin, protocol, hostname, port, host, path };
}

/** A CRC-32 in the format of S3. */
function checksumOf(content: Uint8Array): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return sum.toString('base64');
}

async function contentOf(body: Readable | undefined): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  return endingInTime(body, async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

/**
 * The S3 error in a response: XML with a code and a message. The response to a HEAD request has no
 * body.
 */
function refusalOf(status: number, content: Buffer): ObjectError {
  const text = content.toString();
  const code = /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1];
  const message = /<Message>([^<]{1,500})<\/Message>/.exec(text)?.[1];
  return new ObjectError(
    status,
    code ?? 'ObjectError',
    message === undefined ? `S3 answered ${status}` : unescaped(message),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|apos|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

export interface ObjectReaderSettings extends ObjectSettings {
  readonly bucket: string;
  readonly key: string;
}

/** S3 did not return the object, for a reason that is not a network error. */
class ObjectReadError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`S3 answered ${status}`);
    this.name = 'ObjectReadError';
    this.status = status;
  }
}

/** The part of the object received so far. */
interface Received {
  readonly etag: string;
  readonly bytes: Uint8Array;
  length: number;
}

/**
 * Reads one large S3 object with one GET, into a buffer of exactly its size; null if it does not
 * exist. It doesn't use the SDK's client, which would be most of the code of a function that reads
 * nothing else from S3.
 *
 * An interrupted read continues where it stopped, in the next attempt or the next call, if the
 * object is unchanged. Throws a `DeadlineError` when the deadline has passed, an `ObjectReadError`
 * or the network error when all attempts have failed.
 */
export function openObjectReader(settings: ObjectReaderSettings): () => Promise<Uint8Array | null> {
  const { bucket, key, maxAttempts, requestHandler, credentials } = settings;
  let received: Received | undefined;

  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const bytes = await read();
        received = undefined;
        return bytes;
      } catch (error) {
        if (deadlineSignal()?.aborted) throw new DeadlineError();
        if (attempt >= maxAttempts) throw error;
      }
    }
  };

  async function read(): Promise<Uint8Array | null> {
    const headers = received && {
      range: `bytes=${received.length}-`,
      'if-match': received.etag,
    };
    const { response } = await requestHandler.handle(
      await signedRequest(bucket, credentials, { method: 'GET', key, ...(headers && { headers }) }),
    );
    const { statusCode, headers: answered, body } = response;
    const size = Number(answered['content-length']);
    if (statusCode === 206 && received !== undefined) {
      await receive(body, received);
    } else if (statusCode === 200) {
      received = { etag: answered['etag'] ?? '', bytes: new Uint8Array(size), length: 0 };
      await receive(body, received);
    } else {
      body.destroy();
      // S3 answers 403 for an object that does not exist, if the caller may not list the bucket; see
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions".
      if (statusCode === 403 || statusCode === 404) return null;
      // 412: the object was replaced. 416: it was already received completely.
      received = undefined;
      throw new ObjectReadError(statusCode);
    }
    if (received.length < received.bytes.length) throw new ObjectReadError(statusCode);
    return received.bytes;
  }
}

/**
 * After this many bytes, garbage is collected if Node allows it (`--expose-gc`). V8 itself waits
 * for 64 MB.
 */
const collectAfter = 2 * 2 ** 20;

/** Copies received data into the buffer; it stays there if the transfer is interrupted. */
function receive(
  body: AsyncIterable<Uint8Array> & { destroy(error?: Error): void },
  received: Received,
): Promise<void> {
  return endingInTime(body, async () => {
    let sinceCollection = 0;
    for await (const chunk of body) {
      received.bytes.set(chunk, received.length);
      received.length += chunk.length;
      sinceCollection += chunk.length;
      if (sinceCollection < collectAfter) continue;
      globalThis.gc?.({ type: 'minor' });
      sinceCollection = 0;
    }
  });
}
