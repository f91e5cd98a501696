import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { serveFile } from '../../shared/web/http/serve-file.ts';

const content = 'Ünïcode '.repeat(9);

const serve = serveFile({
  contentType: 'text/plain; charset=utf-8',
  cacheControl: 'public, max-age=300',
  headers: { 'x-kind': 'test' },
  plain: () => content,
  compressed: async () => gzipSync(content),
});

const ask = (headers: Readonly<Record<string, string>> = {}) => serve((name) => headers[name]);
const encodingOf = async (accepted: string) =>
  (await ask({ 'accept-encoding': accepted })).headers['content-encoding'];

it.each([
  ['gzip', 'gzip'],
  ['br, gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['*', 'gzip'],
  ['gzip;q=1.0, identity;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['', undefined],
  ['br', undefined],
  ['gzip;q=0', undefined],
  ['gzip;q=0.000, *', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0.1, identity', undefined],
  ['xgzip', undefined],
  ['identity;q=0', undefined],
])('with Accept-Encoding %o the content is encoded as %o', async (accepted, encoding) => {
  expect(await encodingOf(accepted)).toBe(encoding);
});

it('a file is served whole, with an ETag for each encoding and Vary', async () => {
  const plain = await ask();
  const compressed = await ask({ 'accept-encoding': 'gzip' });
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
    'x-kind': 'test',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  };
  expect(plain).toEqual({ statusCode: 200, headers, body: content, isBase64Encoded: false });
  expect({
    ...compressed,
    body: gunzipSync(Buffer.from(compressed.body, 'base64')).toString(),
  }).toEqual({
    statusCode: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: content,
    isBase64Encoded: true,
  });
  expect(plain.headers['etag']).not.toBe(compressed.headers['etag']);
});

it('a file with only one encoding has no Vary header', async () => {
  const one = serveFile({ contentType: 'text/css', cacheControl: 'no-cache', plain: () => 'a{}' });
  const { headers } = await one(() => 'gzip');
  expect(Object.keys(headers).toSorted()).toEqual(['cache-control', 'content-type', 'etag']);
});

it('a request with a matching If-None-Match gets 304, in any valid form', async () => {
  const etag = String((await ask()).headers['etag']);
  const other = String((await ask({ 'accept-encoding': 'gzip' })).headers['etag']);
  const statuses: Record<string, number> = {};
  const tags = [
    etag,
    `W/${etag}`,
    `"a", ${etag}`,
    `"a",W/"b" ,\tW/${etag}`,
    '*',
    other,
    '"a"',
    etag.replaceAll('"', ''),
    `${etag.slice(0, -1)}x"`,
    '',
  ];
  for (const tag of tags) statuses[tag] = (await ask({ 'if-none-match': tag })).statusCode;
  const known = tags.slice(0, 5);
  expect(statuses).toEqual(
    Object.fromEntries(tags.map((tag) => [tag, known.includes(tag) ? 304 : 200])),
  );
});

it('a 304 has the headers of the 200, except Content-Encoding', async () => {
  const { headers } = await ask({ 'accept-encoding': 'gzip' });
  const { 'content-encoding': _, ...kept } = headers;
  expect(await ask({ 'accept-encoding': 'gzip', 'if-none-match': '*' })).toEqual({
    statusCode: 304,
    headers: kept,
    body: '',
  });
});

it('a 304 is also sent to scripts whose fetch sends Cache-Control: no-cache', async () => {
  const answer = await ask({ 'if-none-match': '*', 'cache-control': 'no-cache' });
  expect(answer.statusCode).toBe(304);
});
