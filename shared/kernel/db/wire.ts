import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { convertToNative, marshall } from '@aws-sdk/util-dynamodb';
import { type Fields, TableError } from './table-error.ts';

/** Where requests and answers hold an item, a key or the values of an expression. */
const holdsOne = new Set([
  'Attributes',
  'ExclusiveStartKey',
  'ExpressionAttributeValues',
  'Item',
  'Key',
  'LastEvaluatedKey',
]);

/** Where they hold a list of them. */
const holdsMany = new Set(['Items', 'Keys']);

/**
 * A request of the document client as DynamoDB reads it: its items, keys and values in the types of attributes,
 * wherever they are in it. What is undefined in an item is left out. Binary attributes, of which the table has
 * none, are not encoded.
 */
export function toWire(input: object): object {
  return convert(input, (item) => marshall(item, { removeUndefinedValues: true }));
}

/** The other way: an answer of DynamoDB as the document client would give it. Changes `output`. */
export function fromWire({ Responses: found, ...output }: Fields): object {
  const plain = convert(output, fromItem);
  // Of a batch: a list for each table, under its name.
  if (found === undefined) return plain;
  const tables = Object.entries(Object(found) as Record<string, Fields[]>);
  return {
    ...plain,
    Responses: Object.fromEntries(tables.map(([name, items]) => [name, items.map(fromItem)])),
  };
}

/** One item of an answer. */
function fromItem(item: Fields): Fields {
  const plain: Record<string, unknown> = {};
  // DynamoDB sent it, as an item.
  for (const name of Object.keys(item)) plain[name] = fromValue(item[name] as AttributeValue);
  return plain;
}

/** A value as the SDK would give it, without its detours: they are a third of what reading a long list costs. */
function fromValue(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.NULL !== undefined) return null;
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.M !== undefined) return fromItem(value.M);
  if (value.L !== undefined) return value.L.map(fromValue);
  return convertToNative(value);
}

function convert(fields: object, one: (item: Fields) => object): object {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    converted[name] = convertField(name, value, one);
  }
  return converted;
}

function convertField(name: string, value: unknown, one: (item: Fields) => object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // These names have one meaning in all of DynamoDB's operations.
  if (holdsOne.has(name)) return one(value as Fields);
  if (holdsMany.has(name)) return (value as readonly Fields[]).map(one);
  if (Array.isArray(value)) return value.map((entry) => convertField('', entry, one));
  return convert(value, one);
}

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
