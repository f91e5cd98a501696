import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { TableError } from './table-error.ts';
import type { Fields } from './wire.ts';

/** An answer as the SDK's HTTP handler gives it; the names of headers are in lower case. */
interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readable;
}

/** The answer came in another form than DynamoDB sent it. The request can be made again. */
class DamagedAnswerError extends Error {
  /** What the SDK looks for. */
  readonly $retryable = {};

  constructor() {
    super("DynamoDB's answer does not fit its checksum");
    this.name = 'DamagedAnswerError';
  }
}

/** What DynamoDB answers. Throws a `TableError` when that is a refusal. */
export async function readAnswer({ statusCode, headers, body }: Response): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(bytes)) throw new DamagedAnswerError();
  const answer = parse(bytes.toString());
  if (statusCode === 200 && answer !== null) return answer;
  const type = headers['x-amzn-errortype'] ?? answer?.['__type'] ?? 'UnknownError';
  throw new TableError(statusCode, headers['x-amzn-requestid'], String(type), answer ?? {});
}

/** Null for what is no JSON object: what stands between may answer in its stead. */
function parse(text: string): Fields | null {
  try {
    return Object(JSON.parse(text));
  } catch {
    return null;
  }
}
