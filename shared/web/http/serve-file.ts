import Negotiator from 'negotiator';
import { once } from './once.ts';
import type { RawResponse, ReadHeader } from './request.ts';
import { entityTag, isKnown } from './revalidated.ts';

/** Public content that can be cached. */
interface ServedFile {
  readonly contentType: string;
  readonly cacheControl: string;
  /** In addition to type, caching and ETag. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly plain: () => Promise<string> | string;
  /** The gzipped form, for clients that accept it. */
  readonly compressed?: () => Promise<Buffer>;
}

/** A response with an ETag. */
interface Representation {
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/**
 * Responds with a file: gzipped if the request's `Accept-Encoding` prefers or allows it, and 304 if
 * its `If-None-Match` matches (RFC 9110, sections 12.5.3 and 13.1.2: lists, weak tags and `*`). A
 * request that accepts neither form gets the plain one. The two have different ETags. Bodies are
 * created once.
 */
export function serveFile(file: ServedFile): (header: ReadHeader) => Promise<RawResponse> {
  const { plain, compressed, contentType, cacheControl } = file;
  const headers = {
    'content-type': contentType,
    'cache-control': cacheControl,
    ...(compressed && { vary: 'Accept-Encoding' }),
    ...file.headers,
  };
  const asIs = once(async () => represent(Buffer.from(await plain()), headers, false));
  const gzipped =
    compressed &&
    once(async () =>
      represent(await compressed(), { ...headers, 'content-encoding': 'gzip' }, true),
    );
  return async (header) => {
    const chosen = await (gzipped && takesGzip(header) ? gzipped() : asIs());
    return isKnown(chosen.headers.etag, header)
      ? unchanged(chosen)
      : { statusCode: 200, ...chosen };
  };
}

function represent(
  bytes: Buffer,
  headers: Readonly<Record<string, string>>,
  isBase64Encoded: boolean,
): Representation {
  return {
    headers: { ...headers, etag: entityTag(bytes) },
    body: bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

function takesGzip(header: ReadHeader): boolean {
  const headers = { 'accept-encoding': header('accept-encoding') };
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}

/**
 * The headers that a cache updates (RFC 9110, section 15.4.5). Without a type, API Gateway would
 * set JSON.
 */
function unchanged({ headers }: Representation): RawResponse {
  const { 'content-encoding': _, ...kept } = headers;
  return { statusCode: 304, headers: kept, body: '' };
}

/** A file for download: never cached, and with exactly its declared type. */
export function download(file: {
  /** The file name for the download, with its extension. */
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}): RawResponse {
  const { name, contentType, content } = file;
  return {
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    },
    body: Buffer.from(content).toString('base64'),
    isBase64Encoded: true,
  };
}
