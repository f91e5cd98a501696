import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Engine, localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';

const Bucket = 'documents';
let dataDirectory: string;
let now: Date;
let engine: Engine;
let client: S3Client;

const connect = (secretAccessKey: string) =>
  new S3Client({
    ...localAws,
    credentials: { accessKeyId: 'local', secretAccessKey },
    endpoint: engine.endpoint,
    maxAttempts: 1,
  });
const start = async () => {
  engine = await startS3({ dataDirectory, now: () => now });
  client = connect('local');
};
const put = (Key: string, Body: string | Uint8Array, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const read = async (Key: string) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const code = async (response: Response) => [
  response.status,
  /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1],
];

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 's3-test-'));
  now = new Date();
  await start();
});
afterEach(async () => {
  await engine.stop();
  rmSync(dataDirectory, { recursive: true });
});

test('an object is returned with its bytes, type, disposition and metadata', async () => {
  const body = Buffer.from([0, 10, 13, 255]);
  await put('a/ü b+c.pdf', body, {
    ContentType: 'application/pdf',
    ContentDisposition: 'inline',
    Metadata: { entity: '42' },
  });
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'a/ü b+c.pdf' }));
  expect({
    bytes: Buffer.from((await got.Body?.transformToByteArray()) ?? []),
    type: got.ContentType,
    disposition: got.ContentDisposition,
    metadata: got.Metadata,
    etag: got.ETag,
    checksum: got.ChecksumCRC32 !== undefined,
  }).toEqual({
    bytes: body,
    type: 'application/pdf',
    disposition: 'inline',
    metadata: { entity: '42' },
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    checksum: true,
  });
  const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'a/ü b+c.pdf' }));
  expect([head.ContentLength, head.ContentType]).toEqual([4, 'application/pdf']);
});

test('a stream is uploaded in aws-chunked form and stored without its framing', async () => {
  const body = 'x'.repeat(70_000);
  await client.send(
    new PutObjectCommand({
      Bucket,
      Key: 'stream',
      Body: Readable.from([body.slice(0, 30_000), body.slice(30_000)], { objectMode: false }),
      ContentLength: body.length,
      ContentEncoding: 'identity',
    }),
  );
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'stream' }));
  expect([await got.Body?.transformToString(), got.ContentEncoding]).toEqual([body, 'identity']);
});

test('objects survive a restart, and deletion is permanent and can be repeated', async () => {
  await put('kept', 'v1');
  await put('kept', 'v2');
  await put('gone', 'v1');
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  await engine.stop();
  await start();
  expect(await read('kept')).toBe('v2');
  await expect(read('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'gone' }))).rejects.toMatchObject({
    name: 'NotFound',
  });
});

test('an incomplete upload left by a crash is removed at the next start', async () => {
  await put('kept', 'v1');
  const objects = join(dataDirectory, 'objects');
  const [kept = ''] = readdirSync(objects);
  await engine.stop();
  writeFileSync(join(objects, `${kept}.${randomUUID()}`), 'half of v2');
  await start();
  expect(readdirSync(objects)).toEqual([kept]);
  expect(await read('kept')).toBe('v1');
});

test('with its own secret, the engine refuses signatures with the well-known one', async () => {
  await put('kept', 'v1');
  const open = client;
  await engine.stop();
  engine = await startS3({ dataDirectory, now: () => now, secretAccessKey: 'drawn for this run' });
  client = connect('local');
  await expect(read('kept')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  client = connect('drawn for this run');
  expect(await read('kept')).toBe('v1');
  open.destroy();
});

test('keys that look like paths stay inside the directory', async () => {
  for (const key of ['../../escape', '/etc/passwd', 'a/../b']) await put(key, key);
  expect(await read('../../escape')).toBe('../../escape');
  expect(readdirSync(dataDirectory)).toEqual(['objects']);
  expect(readdirSync(join(dataDirectory, 'objects'))).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
});

test('if ten conditional writes create the same object, one succeeds', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => put('new', `writer ${index}`, { IfNoneMatch: '*' })),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual(
    Array.from({ length: 9 }, () => ({
      status: 'rejected',
      reason: expect.objectContaining({
        name: 'PreconditionFailed',
        $metadata: expect.objectContaining({ httpStatusCode: 412 }),
      }),
    })),
  );
});

test('a range request returns exactly that range', async () => {
  await put('digits', '0123456789');
  const range = async (Range: string) => {
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));
    return [await got.Body?.transformToString(), got.ContentRange];
  };
  expect(await range('bytes=2-4')).toEqual(['234', 'bytes 2-4/10']);
  expect(await range('bytes=8-')).toEqual(['89', 'bytes 8-9/10']);
  expect(await range('bytes=-3')).toEqual(['789', 'bytes 7-9/10']);
  await expect(range('bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('a presigned URL works until it expires, with the headers it asks for', async () => {
  await put('report', 'text', { ContentType: 'text/plain' });
  const url = await getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket,
      Key: 'report',
      ResponseContentDisposition: 'attachment; filename="a b.pdf"',
      ResponseContentType: 'application/pdf',
    }),
    { expiresIn: 60, signingDate: now },
  );
  const response = await fetch(url);
  expect([
    response.status,
    await response.text(),
    response.headers.get('content-disposition'),
    response.headers.get('content-type'),
  ]).toEqual([200, 'text', 'attachment; filename="a b.pdf"', 'application/pdf']);
  now = new Date(now.getTime() + 59_000);
  expect((await fetch(url)).status).toBe(200);
  now = new Date(now.getTime() + 3_000);
  expect(await code(await fetch(url))).toEqual([403, 'AccessDenied']);
});

test('a presigned URL that was tampered with is refused', async () => {
  await put('mine', 'mine');
  await put('other', 'other');
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'mine' }));
  const changed = [
    url.replace('/mine', '/other'),
    url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
    `${url}&response-content-type=text/html`,
    url.replace(/X-Amz-Signature=\w{4}/, 'X-Amz-Signature=0000'),
  ];
  for (const each of changed)
    expect(await code(await fetch(each))).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await code(await fetch(url, { method: 'DELETE' }))).toEqual([
    403,
    'SignatureDoesNotMatch',
  ]);
});

test('a presigned PUT stores the object', async () => {
  const uploader = new S3Client({
    ...localAws,
    endpoint: engine.endpoint,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const url = await getSignedUrl(
    uploader,
    new PutObjectCommand({ Bucket, Key: 'up', Metadata: { by: 'ada' } }),
  );
  const response = await fetch(url, { method: 'PUT', body: 'hello' });
  const got = await client.send(new GetObjectCommand({ Bucket, Key: 'up' }));
  expect([response.status, await got.Body?.transformToString(), got.Metadata]).toEqual([
    200,
    'hello',
    { by: 'ada' },
  ]);
});

test('unsigned, wrongly signed and unknown callers are refused', async () => {
  await put('mine', 'mine');
  const url = `${engine.endpoint}/${Bucket}/mine`;
  expect(await code(await fetch(url))).toEqual([403, 'AccessDenied']);
  await expect(
    connect('wrong').send(new GetObjectCommand({ Bucket, Key: 'mine' })),
  ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  const stranger = await getSignedUrl(
    new S3Client({
      ...localAws,
      credentials: { accessKeyId: 'stranger', secretAccessKey: 'local' },
      endpoint: engine.endpoint,
    }),
    new GetObjectCommand({ Bucket, Key: 'mine' }),
  );
  expect(await code(await fetch(stranger))).toEqual([403, 'InvalidAccessKeyId']);
});

test('bytes that do not match their checksum are refused and not stored', async () => {
  await expect(put('broken', 'text', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
    name: 'BadDigest',
  });
  await expect(read('broken')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('an unsupported operation is refused as not implemented', async () => {
  await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({
    name: 'NotImplemented',
    $metadata: { httpStatusCode: 501 },
  });
});
