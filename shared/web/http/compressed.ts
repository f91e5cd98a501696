import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { preferredEncodings } from 'negotiator/lib/encoding.js';
import type { Around } from './endpoint.ts';
import { header, type ReadHeader } from './request.ts';

/** Shorter responses, in characters, are not compressed: it costs more than it saves. */
const shortest = 4_096;

/**
 * The fastest levels: 1,000 results (130 kB) become 33 kB in 0.7 ms of CPU with Brotli, 1.4 ms with
 * gzip.
 */
const encoders = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 1 }),
};

/**
 * Wraps a row with large responses, which are compressed if the request accepts it. Never for
 * pages: the length of a compressed page would reveal its secrets.
 */
export const compressed: Around = async ({ event }, answer) => {
  const whole = await answer();
  const answered = { ...whole, headers: { ...whole.headers, vary: 'Accept-Encoding' } };
  return compress(answered, (name) => header(event, name));
};

async function compress(
  answer: APIGatewayProxyResult,
  read: ReadHeader,
): Promise<APIGatewayProxyResult> {
  if (answer.body.length < shortest) return answer;
  const accepted = read('accept-encoding') ?? '';
  const [encoding] = preferredEncodings(accepted, ['br', 'gzip', 'identity']);
  if (encoding !== 'br' && encoding !== 'gzip') return answer;
  const bytes = await encoders[encoding](answer.body);
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': encoding },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };
}

/**
 * A gzipped file that the build puts next to a function's code; created from `source` if the
 * function runs unbundled. Both are file URLs.
 */
export async function compressedAsset(built: URL, source: URL): Promise<Buffer> {
  try {
    return await readFile(built);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return promisify(gzip)(await readFile(source));
  }
}

/** The text of such a file. */
export async function gunzippedAsset(built: URL, source: URL): Promise<string> {
  return (await promisify(gunzip)(await compressedAsset(built, source))).toString();
}
