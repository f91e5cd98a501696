import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { findStrictnessFault, TableSchema } from '../../local/engines/dynamodb-strictness.ts';
import type { Engine } from '../../local/engines/engine.ts';
import { startHttpServer } from '../../local/engines/http-server.ts';
import type { HttpCall } from '../../shared/kernel/runtime/http-client.ts';
import { callerHeader } from './caller.ts';
import { type CallLog, createCallLog } from './dynamodb-calls.ts';
import { type Answer, type Fault, failure, faultAnswer } from './dynamodb-faults.ts';
import { openHttpConnections } from './http-connections.ts';
import { openListWatch } from './listed-things.ts';
import type { Permissions } from './permissions/permissions.ts';
import { tableAccesses } from './table-accesses.ts';
import { openPartitionWatch } from './written-partitions.ts';

/** A request's JSON body, as the SDK sent it. */
export type RequestBody = Readonly<Record<string, unknown>>;
export type RequestMatch = (body: RequestBody, operation: string) => boolean;

/**
 * A fault, or another treatment of the request. `drop-response`: carried out, then the connection
 * is closed before the answer. `hang`: never answered. `late`: carried out after the client has
 * given up. `twice`: carried out twice in sequence; the second answer is returned.
 */
export type FaultKind = Fault | 'drop-response' | 'hang' | 'late' | 'twice';

export type DynamoDbProxy = Engine & {
  /** The next matching requests (one, or `times`) get this fault. */
  readonly failNext: (fault: {
    readonly operation?: string;
    readonly kind: FaultKind;
    readonly times?: number;
    readonly match?: RequestMatch;
  }) => void;
  /** Before the next matching request continues, runs the hook and waits for it. */
  readonly beforeNext: (match: RequestMatch, hook: () => Promise<unknown>) => void;
  /** Faults and hooks that no request has matched yet. */
  readonly pending: () => number;
  /** Forgets them. */
  readonly disarm: () => void;
  readonly calls: CallLog;
  /**
   * Partitions that functions wrote to and that docs/table.md lacks, and items missing from their
   * lists.
   */
  readonly unknownPartitions: () => readonly string[];
  /**
   * The result for a request while no fault is armed, without a socket, for clients in this
   * process. Null while a fault or hook is armed, because those concern connections.
   */
  readonly direct: (request: HttpCall) => Promise<Answer> | null;
};

/** The forwarded parts of a request. */
type Incoming = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

type Armed = { left: number; readonly match: RequestMatch };

const Body = z.record(z.string(), z.unknown());
const Described = z.object({ Table: z.optional(TableSchema) });
const targetPrefix = 'DynamoDB_20120810.';

/**
 * A proxy in front of a DynamoDB engine that makes it as strict and as unreliable as the real one.
 * It refuses what DynamoDB refuses and the engine accepts, injects faults and deterministic races,
 * and counts requests. DynamoDB Streams requests pass through unchanged and uncounted. With
 * `permissions` it is also as strict as IAM: a client that names the calling function can only do
 * what its role allows.
 */
export async function startDynamoDbProxy({
  target,
  permissions,
}: {
  /** The engine's endpoint. */
  readonly target: string;
  readonly permissions?: Permissions | undefined;
}): Promise<DynamoDbProxy> {
  const upstream = openHttpConnections(target);
  const faults: (Armed & { readonly kind: FaultKind })[] = [];
  const hooks: (Armed & { readonly hook: () => Promise<unknown> })[] = [];
  const schemas = new Map<string, Promise<TableSchema | undefined>>();
  const calls = createCallLog();
  const partitions = openPartitionWatch();
  const lists = openListWatch();

  const forward = (incoming: Incoming, body: Buffer, target = incoming.headers) =>
    upstream.send({
      method: incoming.method ?? 'POST',
      path: incoming.url ?? '/',
      headers: target,
      body,
    });

  const describe = async (incoming: Incoming, tableName: string) => {
    const body = Buffer.from(JSON.stringify({ TableName: tableName }));
    const answer = await forward(incoming, body, {
      ...incoming.headers,
      'x-amz-target': `${targetPrefix}DescribeTable`,
    });
    return Described.parse(JSON.parse(answer.body.toString())).Table;
  };
  const schemaOf = async (incoming: Incoming, tableName: string) => {
    const known = schemas.get(tableName) ?? describe(incoming, tableName);
    schemas.set(tableName, known);
    const schema = await known;
    if (!schema) schemas.delete(tableName);
    return schema;
  };

  const refuse = async (operation: string, body: RequestBody, caller: unknown) => {
    if (typeof caller !== 'string' || permissions === undefined) return undefined;
    for (const access of tableAccesses(operation, body)) {
      const refusal = await permissions.refuseTable(caller, access);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

  /** The error of DynamoDB or IAM for a request that the engine would carry out. */
  const refusalOf = async (operation: string, body: RequestBody, incoming: Incoming) => {
    const refusal = await refuse(operation, body, incoming.headers[callerHeader]);
    if (refusal !== undefined) return failure(400, 'AccessDeniedException', refusal);
    if (incoming.headers[callerHeader] !== undefined) {
      partitions.see(operation, body);
      lists.see(operation, body);
    }
    if (/^(Create|Update|Delete)Table$/.test(operation)) schemas.delete(String(body['TableName']));
    const fault = await findStrictnessFault(operation, body, (name) => schemaOf(incoming, name));
    return fault === undefined ? undefined : failure(400, 'ValidationException', fault);
  };

  const answerDirectly = async ({ method, path, headers, body: sent }: HttpCall) => {
    // The table client sends text.
    const text = String(sent);
    const operation = String(headers['x-amz-target']).slice(targetPrefix.length);
    const body = Body.parse(JSON.parse(text));
    const incoming = { method, url: path, headers };
    const ended = calls.begin(operation, body);
    const answer =
      (await refusalOf(operation, body, incoming)) ?? (await forward(incoming, Buffer.from(text)));
    ended(answer.body);
    return answer;
  };

  const answerOperation = async (
    operation: string,
    raw: Buffer,
    incoming: IncomingMessage,
    response: ServerResponse,
  ) => {
    const body = Body.parse(JSON.parse(raw.toString()));
    const ended = calls.begin(operation, body);
    const finish = (answer: Answer | undefined) => {
      ended(answer?.body);
      if (answer) send(response, answer);
      else response.destroy();
    };
    try {
      await take(hooks, body, operation)?.hook();
    } catch (error) {
      return finish(failure(400, 'ProxyHookFailed', String(error)));
    }
    const refusal = await refusalOf(operation, body, incoming);
    if (refusal !== undefined) return finish(refusal);
    const kind = take(faults, body, operation)?.kind;
    if (kind === 'hang' || kind === 'late') {
      await once(response, 'close');
      ended();
      if (kind === 'late') await forward(incoming, raw);
      return;
    }
    if (isFault(kind)) return finish(faultAnswer(kind, operation, body));
    if (kind === 'twice') await forward(incoming, raw);
    const answer = await forward(incoming, raw);
    finish(kind === 'drop-response' ? undefined : answer);
  };

  const engine = await startHttpServer(async (incoming, response) => {
    const raw = await bodyOf(incoming);
    const target = String(incoming.headers['x-amz-target']);
    if (target.startsWith(targetPrefix))
      await answerOperation(target.slice(targetPrefix.length), raw, incoming, response);
    else send(response, await forward(incoming, raw));
  });

  return {
    ...engine,
    stop: async () => {
      await engine.stop();
      upstream.close();
    },
    failNext: ({ operation, kind, times = 1, match = () => true }) => {
      faults.push({
        kind,
        left: times,
        match: (body, name) => (operation ?? name) === name && match(body, name),
      });
    },
    beforeNext: (match, hook) => {
      hooks.push({ match, hook, left: 1 });
    },
    pending: () => faults.length + hooks.length,
    direct: (request) => (faults.length + hooks.length > 0 ? null : answerDirectly(request)),
    disarm: () => {
      faults.splice(0);
      hooks.splice(0);
    },
    calls,
    unknownPartitions: () => [...partitions.complaints(), ...lists.complaints()],
  };
}

/** The whole body. (`buffer` of node:stream/consumers makes a Blob first, at three times the cost.) */
async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isFault(kind: FaultKind | undefined): kind is Fault {
  return (
    kind !== undefined &&
    kind !== 'drop-response' &&
    kind !== 'twice' &&
    kind !== 'hang' &&
    kind !== 'late'
  );
}

/** Uses one turn of the first matching entry that is armed. */
function take<Entry extends Armed>(
  entries: Entry[],
  body: RequestBody,
  operation: string,
): Entry | undefined {
  const index = entries.findIndex(({ match }) => match(body, operation));
  const entry = entries[index];
  if (!entry) return undefined;
  entry.left -= 1;
  if (entry.left === 0) entries.splice(index, 1);
  return entry;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}
