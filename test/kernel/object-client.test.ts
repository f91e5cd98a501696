import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDocumentStore } from '../../shared/documents/aws/document-store.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { pause, withinDeadline } from '../../shared/kernel/runtime/deadline.ts';

interface Sent {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The rest of the body never arrives. */
  readonly stalls?: boolean;
}

const sent: Sent[] = [];
/** The next answers. The last one repeats. */
let replies: readonly Reply[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  sent.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('base64') });
  const {
    status = 200,
    headers: answered,
    body = '',
    stalls = false,
  } = replies[Math.min(sent.length, replies.length) - 1] ?? {};
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...answered });
  if (stalls) return void response.write(body.slice(0, 1));
  response.end(method === 'HEAD' ? undefined : body);
});
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token/+=' };
let endpoint = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Listening on TCP.
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent.splice(0);
  replies = [];
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const limits = (maxAttempts = 3) => ({
  ...timeLimits({ attempts: maxAttempts, requestTimeout: 60_000 }),
  credentials: async () => credentials,
});
const ours = (maxAttempts?: number) => openDocumentStore('a-bucket', limits(maxAttempts));
const plain = () => new S3Client({ region: 'eu-west-1', ...limits() });

const content = Buffer.from('%PDF-1.7 ü \u0000\u00ff', 'latin1');
const contentType = 'application/pdf';
/** Contains a character of each kind that must be escaped in a path. */
const key = "documents/0f2d9a52/it's (a) file*!+ü.pdf";
const Bucket = 'a-bucket';

describe('requests', () => {
  const commands = {
    put: {
      ours: () => ours().put({ key, content, contentType }),
      plain: () =>
        plain().send(
          new PutObjectCommand({ Bucket, Key: key, Body: content, ContentType: contentType }),
        ),
    },
    read: {
      ours: () => ours().read(key),
      plain: () => plain().send(new GetObjectCommand({ Bucket, Key: key })),
    },
    size: {
      ours: () => ours().size(key),
      plain: () => plain().send(new HeadObjectCommand({ Bucket, Key: key })),
    },
  };

  it.each(Object.entries(commands))('%s: equal those of the SDK client', async (_, both) => {
    await both.plain();
    await both.ours();
    const [expected, found] = sent.map(({ headers, path, ...rest }) => {
      const {
        // Headers that only the SDK sends, and those that depend on the time or on these.
        'user-agent': _agent,
        'x-amz-user-agent': _amzAgent,
        'amz-sdk-invocation-id': _id,
        'amz-sdk-request': _attempt,
        'x-amz-sdk-checksum-algorithm': _algorithm,
        'x-amz-date': _date,
        'x-amz-content-sha256': _hash,
        authorization = '',
        ...others
      } = headers;
      const signer = /Credential=([^,]+)/.exec(authorization)?.[1];
      // It names the caller of the request, which S3 does not need.
      return { ...rest, path: path?.replace(/\?x-id=\w+$/, ''), headers: others, signer };
    });
    expect(found).toEqual(expected);
    expect(found?.path).toContain('documents/0f2d9a52/it%27s%20%28a%29%20file%2A%21%2B%C3%BC.pdf');
  });

  it('are signed including their body', async () => {
    await ours().put({ key, content, contentType });
    const { authorization = '', 'x-amz-content-sha256': hash } = sent[0]?.headers ?? {};
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';');
    expect(signed).toEqual(
      expect.arrayContaining([
        'content-type',
        'host',
        'x-amz-content-sha256',
        'x-amz-security-token',
      ]),
    );
  });
});

describe('links', () => {
  const command = (fileName: string) =>
    new GetObjectCommand({
      Bucket,
      Key: key,
      ResponseContentType: contentType,
      ResponseContentDisposition: `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    });

  it.each(['a given endpoint', 'the region'])(
    'are those of the plain client, at %s',
    async (where) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T08:00:00.000Z') });
      if (where === 'the region') vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
      const fileName = 'Zertifikat über (1)*.pdf';
      expect(await ours().url({ key, contentType, fileName }, 300)).toBe(
        await getSignedUrl(plain(), command(fileName), { expiresIn: 300 }),
      );
    },
  );

  it('for uploads equal those of the SDK client', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T08:00:00.000Z') });
    const { url, headers } = await ours().uploadUrl(
      { key, contentType, sha256: 'ab'.repeat(32) },
      900,
    );
    const put = new PutObjectCommand({
      Bucket,
      Key: key,
      ContentType: contentType,
      ChecksumSHA256: headers['x-amz-checksum-sha256'],
    });
    const expected = await getSignedUrl(plain(), put, {
      expiresIn: 900,
      signableHeaders: new Set(['content-type', 'host', 'x-amz-checksum-sha256']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
    });
    expect(url).toBe(expected);
  });

  it('are made without a request', async () => {
    await ours().url({ key, contentType, fileName: 'a.pdf' }, 300);
    expect(sent).toEqual([]);
  });
});

describe('answers', () => {
  const refusal = (status: number, code: string): Reply => ({
    status,
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>it&apos;s &lt;so&gt; &amp; not &quot;otherwise&quot;</Message></Error>`,
  });

  it('with an error have S3’s name and message', async () => {
    replies = [refusal(404, 'NoSuchKey')];
    const error = await ours()
      .read(key)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'NoSuchKey',
      message: 'it\'s <so> & not "otherwise"',
    });
    expect(sent).toHaveLength(1);
  });

  it.each([403, 404])(
    'of %d to a size request mean that the object does not exist',
    async (status) => {
      replies = [{ status }];
      expect(await ours().size(key)).toBeNull();
    },
  );

  it('return the size', async () => {
    replies = [{ headers: { 'content-length': '1234' } }];
    expect(await ours().size(key)).toBe(1234);
  });

  it.each([refusal(503, 'SlowDown'), refusal(500, 'InternalError')])(
    'that may be others later are asked for again: $status',
    async (reply) => {
      replies = [reply, reply, { body: 'there' }];
      expect((await ours().read(key)).toString()).toBe('there');
      expect(sent).toHaveLength(3);
    },
  );

  it('are requested at most the given number of times', async () => {
    replies = [refusal(503, 'SlowDown')];
    await expect(ours(2).put({ key, content, contentType })).rejects.toMatchObject({
      name: 'SlowDown',
    });
    expect(sent).toHaveLength(2);
  });

  it('with a wrong checksum are requested again', async () => {
    const headers = { 'x-amz-checksum-crc32': 'AAAAAA==' };
    replies = [{ body: 'thexe', headers }, { body: 'there' }];
    expect((await ours().read(key)).toString()).toBe('there');
  });

  it('with a checksum of several parts are accepted', async () => {
    replies = [{ body: 'there', headers: { 'x-amz-checksum-crc32': 'AAAAAA==-2' } }];
    expect((await ours().read(key)).toString()).toBe('there');
  });

  it('that stall are aborted at the deadline', async () => {
    replies = [{ body: 'there', stalls: true }];
    const read = withinDeadline(2_000, () => ours().read(key));
    await expect(read).rejects.toThrow('the time for this work is over');
    expect(sent).toHaveLength(1);
  });

  it('are not requested after the deadline', async () => {
    const late = async () => {
      // It ends at the deadline.
      await pause(60_000).catch(() => undefined);
      return ours().read(key);
    };
    await expect(withinDeadline(1, late)).rejects.toThrow('the time for this work is over');
    expect(sent).toEqual([]);
  });
});
