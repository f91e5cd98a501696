import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { openDocumentStore } from '../../shared/documents/aws/document-store.ts';
import { openObjectReader } from '../../shared/kernel/aws/object-client.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { withinDeadline } from '../../shared/kernel/runtime/deadline.ts';

const content = randomBytes(3_000_000);
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const s3 = await startS3();
  ends.push(s3.stop);
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  });
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const put = (bytes: Uint8Array) =>
  openDocumentStore('bucket').put({ key: 'search/a', content: bytes, contentType: 'x/y' });
const reader = (maxAttempts = 2) =>
  openObjectReader({
    bucket: 'bucket',
    key: 'search/a',
    maxAttempts,
    requestHandler: timeLimits({ attempts: 1, requestTimeout: 2_000 }).requestHandler,
  });

/** Ends an answer in its own way; `bytes` is the whole body. */
type Ending = (bytes: Uint8Array, response: ServerResponse) => void;

const wholly: Ending = (bytes, response) => void response.end(bytes);
const half: Ending = (bytes, response) =>
  void response.write(bytes.subarray(0, 1_000_000), () => response.destroy());
const halfThenSilence: Ending = (bytes, response) =>
  void response.write(bytes.subarray(0, 1_000_000));

interface Fake {
  object: Uint8Array;
  /** The status of the answers, 200 by default. */
  status: number;
  /** How the next answers end; later ones end normally. */
  readonly endings: Ending[];
  /** The range that each request named. */
  readonly ranges: (string | undefined)[];
}

/** A stub of S3's GET that ends its answers as instructed. */
async function unreliable(...endings: Ending[]): Promise<Fake> {
  const fake: Fake = { object: content, status: 200, endings, ranges: [] };
  const server = createServer(({ headers: { range, 'if-match': requested } }, response) => {
    fake.ranges.push(range);
    const etag = createHash('md5').update(fake.object).digest('hex');
    const isOther = requested !== undefined && requested !== etag;
    const bytes = fake.object.subarray(Number(/[0-9]+/.exec(range ?? '0')));
    const status = isOther ? 412 : fake.status === 200 && range ? 206 : fake.status;
    response.writeHead(status, { etag, 'content-length': status < 300 ? bytes.length : 0 });
    if (status >= 300) response.end();
    else (fake.endings.shift() ?? wholly)(bytes, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  process.env['AWS_ENDPOINT_URL_S3'] = `http://127.0.0.1:${port}`;
  return fake;
}

const isContent = (bytes: Uint8Array | null) =>
  bytes !== null && Buffer.compare(bytes, content) === 0;

describe('reading a large object', () => {
  it('returns its bytes with memory of its size', async () => {
    await put(content);
    const bytes = await reader()();
    expect(isContent(bytes)).toBe(true);
    expect(bytes?.buffer.byteLength).toBe(content.length);
  });

  it.each([403, 404])('returns null for a missing object: %i', async (status) => {
    expect(await reader()()).toBeNull();
    const fake = await unreliable();
    fake.status = status;
    expect(await reader()()).toBeNull();
  });

  it('continues after an interruption', async () => {
    const fake = await unreliable(half);
    expect(isContent(await reader()())).toBe(true);
    expect(fake.ranges).toEqual([undefined, 'bytes=1000000-']);
  });

  it('continues in the next call after a timeout', async () => {
    const fake = await unreliable(halfThenSilence);
    const read = reader();
    await expect(withinDeadline(2_000, read)).rejects.toThrow('the time for this work is over');
    expect(isContent(await read())).toBe(true);
    // A busy machine has not received everything that was sent.
    expect(fake.ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  it('starts again if the object was replaced', async () => {
    const fake = await unreliable(half);
    const read = reader(1);
    await expect(read()).rejects.toThrow();
    fake.object = Buffer.from('another');
    await expect(read()).rejects.toThrow('S3 answered 412');
    expect(Buffer.from((await read()) ?? []).toString()).toBe('another');
  });

  it('fails with S3’s error after the last attempt', async () => {
    const fake = await unreliable();
    fake.status = 503;
    await expect(reader()()).rejects.toThrow('S3 answered 503');
    expect(fake.ranges).toHaveLength(2);
  });
});
