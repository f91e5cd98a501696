import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { AttributeValue, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type {
  BatchGetCommandInput,
  BatchGetCommandOutput,
  DeleteCommandInput,
  DeleteCommandOutput,
  DynamoDBDocumentClientResolvedConfig,
  GetCommandInput,
  GetCommandOutput,
  PutCommandInput,
  PutCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  ScanCommandInput,
  ScanCommandOutput,
  ServiceInputTypes,
  ServiceOutputTypes,
  TransactWriteCommandInput,
  TransactWriteCommandOutput,
  UpdateCommandInput,
  UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { convertToNative, marshall } from '@aws-sdk/util-dynamodb';
import type { Command } from '@smithy/core/client';
import {
  givenAddress,
  openRetries,
  regionalAddress,
  regionOfRole,
  roleCredentials,
  transactionTokens,
} from '../runtime/client-parts.ts';
import type { HttpAnswer, HttpClient } from '../runtime/http-client.ts';
import { awsHeaders } from '../runtime/signature.ts';
import { type Fields, TableError } from './table-error.ts';

/** The table's operations, in the types of lib-dynamodb. */
interface Operations {
  readonly BatchGetItem: readonly [BatchGetCommandInput, BatchGetCommandOutput];
  readonly DeleteItem: readonly [DeleteCommandInput, DeleteCommandOutput];
  readonly GetItem: readonly [GetCommandInput, GetCommandOutput];
  readonly PutItem: readonly [PutCommandInput, PutCommandOutput];
  readonly Query: readonly [QueryCommandInput, QueryCommandOutput];
  /** For migrations only: functions must not scan. */
  readonly Scan: readonly [ScanCommandInput, ScanCommandOutput];
  /** All attempts of one transaction must have the same token; without one there is one attempt. */
  readonly TransactWriteItems: readonly [
    TransactWriteCommandInput & { readonly ClientRequestToken: string | undefined },
    TransactWriteCommandOutput,
  ];
  readonly UpdateItem: readonly [UpdateCommandInput, UpdateCommandOutput];
}

/** Endpoint, credentials, retries and timeouts, in the format of the SDK's client. */
export type TableSettings = Pick<DynamoDBClientConfig, 'region' | 'credentials'> & {
  /** Default: the Region's own. */
  readonly endpoint?: string | undefined;
  readonly maxAttempts: number;
  readonly requestHandler: HttpClient;
};

/**
 * A small DynamoDB client, made of the SDK's marshalling and retry strategy, without its middleware
 * and HTTP handler. See docs/decisions/0032-small-dynamodb-client.md.
 */
export interface TableClient {
  /**
   * Calls the table. Throws a `TableError` if the table rejects the request, and the SDK's network
   * and timeout errors when no attempts are left or another would not help.
   */
  call<Name extends keyof Operations>(
    operation: Name,
    input: Operations[Name][0],
  ): Promise<Operations[Name][1]>;
  /**
   * Runs any command of lib-dynamodb, for tools and tests: in functions this would bundle the SDK's
   * client.
   */
  send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    command: DocumentCommand<Input, Output>,
  ): Promise<Output>;
  /** Whether transactions need a token. */
  readonly tokens: boolean;
  /**
   * For libraries that need the SDK's client: a client with these settings has the same limits and
   * connections.
   */
  readonly settings: TableSettings;
  /** Closes the connections. */
  destroy(): void;
}

/** A command of lib-dynamodb. */
type DocumentCommand<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Command<
  Input,
  Output,
  DynamoDBDocumentClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>;

/** The SDK's own command; the third entry of its schema is the operation's name. */
interface HeldCommand {
  readonly clientCommand: { readonly schema: readonly [number, string, string] };
}

/** The first pause between attempts of DynamoDB's own client, in milliseconds. */
const baseDelay = 25;

/**
 * The timeout of a transaction without a token, in milliseconds: the longest duration of any
 * request.
 */
const withoutToken = 10_000;

/** A client with these settings. Region and credentials default to those of the environment. */
export function openTableClient(settings: TableSettings): TableClient {
  const { requestHandler, maxAttempts, region = async () => regionOfRole() } = settings;
  const credentials = settings.credentials ?? readOnce(roleCredentials);
  const attempting = openRetries(maxAttempts, baseDelay);
  const target = readOnce(async () => {
    const where = typeof region === 'string' ? region : await region();
    const { protocol, hostname, port, host, pathname } = new URL(
      settings.endpoint ?? defaultEndpoint(where),
    );
    const address = { protocol, hostname, path: pathname };
    return {
      region: where,
      host,
      address: port === '' ? address : { ...address, port: Number(port) },
    };
  });

  async function attempt(
    operation: string,
    body: string,
    limits?: { readonly requestTimeout: number },
  ): Promise<Fields> {
    const { region: where, host, address } = await target();
    const headers = awsHeaders(
      {
        ...{ method: 'POST', path: address.path, body },
        headers: {
          host,
          'content-type': 'application/x-amz-json-1.0',
          'content-length': String(Buffer.byteLength(body)),
          'x-amz-target': `DynamoDB_20120810.${operation}`,
        },
      },
      {
        service: 'dynamodb',
        region: where,
        credentials: typeof credentials === 'function' ? await credentials() : credentials,
      },
    );
    const { response } = await requestHandler.handle(
      { ...address, method: 'POST', headers, body },
      limits,
    );
    return readAnswer(response);
  }

  async function call(operation: string, input: object): Promise<object> {
    const body = JSON.stringify(toWire(input));
    // A transaction without a token must not be retried because its first attempt may have been
    // written. It gets a longer timeout instead.
    const once =
      operation === 'TransactWriteItems' && Reflect.get(input, 'ClientRequestToken') === undefined;
    return fromWire(
      await (once
        ? attempt(operation, body, { requestTimeout: withoutToken })
        : attempting(() => attempt(operation, body))),
    );
  }

  return {
    // DynamoDB's response to an operation has the type of its output.
    call: call as TableClient['call'],
    send: (command) => {
      // The field is declared for lib-dynamodb only.
      const { clientCommand } = command as unknown as HeldCommand;
      return call(clientCommand.schema[2], command.input) as Promise<never>;
    },
    tokens: transactionTokens(),
    settings,
    destroy: () => requestHandler.destroy(),
  };
}

/**
 * Caches what `read` first returned: the environment does not change while a function runs, and
 * reading a variable is slow.
 */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { readonly value: T } | undefined;
  return async () => {
    known ??= { value: await read() };
    return known.value;
  };
}

/** The table's endpoint from the environment; default: the Region's own. */
function defaultEndpoint(region: string): string {
  return givenAddress('AWS_ENDPOINT_URL_DYNAMODB') ?? regionalAddress('dynamodb', region);
}

/** Fields that hold one item, one key or the values of an expression. */
const holdsOne = new Set([
  'Attributes',
  'ExclusiveStartKey',
  'ExpressionAttributeValues',
  'Item',
  'Key',
  'LastEvaluatedKey',
]);

/** Fields that hold a list of them. */
const holdsMany = new Set(['Items', 'Keys']);

/**
 * A request of the document client in DynamoDB's format: items, keys and values become attribute
 * values. Undefined values in an item are left out. Binary attributes are not supported; the table
 * has none.
 */
function toWire(input: object): object {
  return convert(input, (item) => marshall(item, { removeUndefinedValues: true }));
}

/** A response of DynamoDB in the format of the document client. Changes `output`. */
function fromWire({ Responses: found, ...output }: Fields): object {
  const plain = convert(output, fromItem);
  // A batch response has a list for each table, by name.
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
  // DynamoDB returned it as an item.
  for (const name of Object.keys(item)) plain[name] = fromValue(item[name] as AttributeValue);
  return plain;
}

/**
 * Converts a value like the SDK, but faster: the SDK's conversion takes a third of the time of
 * reading a long list.
 */
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
  for (const name of Object.keys(fields)) {
    converted[name] = convertField(name, Reflect.get(fields, name), one);
  }
  return converted;
}

function convertField(name: string, value: unknown, one: (item: Fields) => object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // These names have the same meaning in all operations.
  if (holdsOne.has(name)) return one(value as Fields);
  if (holdsMany.has(name)) return (value as readonly Fields[]).map(one);
  if (Array.isArray(value)) return value.map((entry) => convertField('', entry, one));
  return convert(value, one);
}

/** The response was damaged in transit. The request can be repeated. */
class DamagedAnswerError extends Error {
  /** A field that the SDK reads. */
  readonly $retryable = {};

  constructor() {
    super("DynamoDB's answer does not fit its checksum");
    this.name = 'DamagedAnswerError';
  }
}

/** The response's JSON. Throws a `TableError` if it is an error. */
async function readAnswer({ statusCode, headers, body }: HttpAnswer): Promise<Fields> {
  const bytes = await bytesOf(body);
  const checksum = headers['x-amz-crc32'];
  if (checksum !== undefined && Number(checksum) !== crc32(bytes)) throw new DamagedAnswerError();
  const answer = parse(bytes.toString());
  if (statusCode === 200 && answer !== null) return answer;
  const type = headers['x-amzn-errortype'] ?? answer?.['__type'] ?? 'UnknownError';
  throw new TableError(statusCode, headers['x-amzn-requestid'], String(type), answer ?? {});
}

/** All bytes of a stream; rejects if it ends early. Faster than an iterator. */
function bytesOf(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => {
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    body.on('error', reject);
    body.on('close', () => {
      if (!body.readableEnded) reject(new DamagedAnswerError());
    });
  });
}

/** Null if it is not a JSON object: a proxy may have answered. */
function parse(text: string): Fields | null {
  try {
    return Object(JSON.parse(text));
  } catch {
    return null;
  }
}
