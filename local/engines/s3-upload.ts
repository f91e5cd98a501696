import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Thrown for an upload that S3 refuses; `code` is S3's. */
export class UploadError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'UploadError';
    this.code = code;
  }
}

/**
 * The bytes of an upload, with the aws-chunked framing removed and every given checksum compared, from headers or the
 * trailer: Content-MD5, CRC32, SHA-1, SHA-256 and the signed payload hash. `parameter` returns a header, or the query
 * parameter that a presigned URL has instead.
 */
export function readUpload(
  body: Buffer,
  parameter: (name: string) => string | undefined,
): { readonly bytes: Buffer; readonly crc32: string } {
  const payloadHash = parameter('x-amz-content-sha256') ?? '';
  const { bytes, trailers } = payloadHash.startsWith('STREAMING-')
    ? decodeChunks(body)
    : { bytes: body, trailers: new Map<string, string>() };
  const actual = {
    crc32: crc32Of(bytes),
    sha1: createHash('sha1').update(bytes).digest('base64'),
    sha256: createHash('sha256').update(bytes).digest('base64'),
  };
  for (const [algorithm, value] of Object.entries(actual)) {
    const name = `x-amz-checksum-${algorithm}`;
    const claimed = parameter(name) ?? trailers.get(name);
    if (claimed !== undefined && claimed !== value)
      throw new UploadError(
        'BadDigest',
        `The ${algorithm.toUpperCase()} you specified did not match the calculated checksum.`,
      );
  }
  const md5 = parameter('content-md5');
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64'))
    throw new UploadError('BadDigest', 'The Content-MD5 you specified did not match.');
  if (/^[0-9a-f]{64}$/.test(payloadHash) && payloadHash !== toHex(actual.sha256))
    throw new UploadError(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  return { bytes, crc32: actual.crc32 };
}

function decodeChunks(body: Buffer) {
  const chunks: Buffer[] = [];
  let at = 0;
  const line = () => {
    const end = body.indexOf('\r\n', at);
    if (end < 0) throw new UploadError('IncompleteBody', 'The aws-chunked body is cut off.');
    const text = body.subarray(at, end).toString();
    at = end + 2;
    return text;
  };
  for (;;) {
    const size = Number.parseInt(line(), 16);
    if (!Number.isInteger(size)) throw new UploadError('InvalidRequest', 'A chunk has no size.');
    if (size === 0) break;
    if (at + size + 2 > body.length)
      throw new UploadError('IncompleteBody', 'The aws-chunked body is cut off.');
    chunks.push(body.subarray(at, at + size));
    at += size + 2;
  }
  const trailers = new Map<string, string>();
  for (let text = line(); text !== ''; text = line()) {
    const [name = '', value = ''] = text.split(':');
    trailers.set(name.trim().toLowerCase(), value.trim());
  }
  return { bytes: Buffer.concat(chunks), trailers };
}

function crc32Of(bytes: Buffer): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(bytes));
  return value.toString('base64');
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
