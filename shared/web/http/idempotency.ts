import { hkdfSync } from 'node:crypto';
import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyItemAlreadyExistsError,
  IdempotencyItemNotFoundError,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import {
  BasePersistenceLayer,
  IdempotencyRecord,
} from '@aws-lambda-powertools/idempotency/persistence';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Caller } from '../../access/auth/caller.ts';
import { decrypted, encrypted } from '../../kernel/auth/seal.ts';
import { digestOf } from '../../kernel/db/effects.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';
import { updateItem } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { canonicalJson } from '../../kernel/domain/same-value.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { outsideDeadline, timeLeft } from '../../kernel/runtime/deadline.ts';
import type { Around, Screen } from './endpoint.ts';
import type { KeepingOptions } from './path-function.ts';
import { clientAddress, header, requestPath } from './request.ts';
import { checkKey, ownerOf } from './request-effect.ts';
import { errorResponse } from './response.ts';

/** How long an answer is kept for repeats of its request, in seconds. */
const retentionSeconds = 86_400;

/** Refusals that say nothing of the request itself; a repeat is worth trying. */
const passing: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Options of `operation()` for a row that keeps answers: a repeat of a request under the same `Idempotency-Key` gets the stored
 * answer, with `Idempotency-Replayed: true`, and changes nothing.
 *
 * A key belongs to the credential's owner, method and path. Kept are successes and the refusals of the
 * rules; not what depends on the moment (401, 403, 429, 5xx), and not invalid bodies, which come before.
 * Errors: 400 for an empty key, or one of more than 255 characters; 409 `idempotency.key_reused` when the body is
 * another one, `idempotency.in_progress` while the first request runs: until two seconds after its last sign of life
 * when its function has died.
 *
 * Answers may have keys and links that let someone in, so all are stored encrypted. Their key is made of the `Idempotency-Key`, which
 * is stored nowhere: only a repeat of the request opens its answer.
 */
export function keptAnswers<D extends CoreDeps>({
  screen,
  replay,
}: {
  readonly screen?: Screen<D>;
  readonly replay?: Replay<D>;
} = {}): KeepingOptions<D> {
  return { keepsAnswers: true, around: once(replay), ...(screen && { screen }) };
}

/**
 * What a caller gets of an answer that is stored; it may have been another credential of its owner that asked.
 * Throws where this one may not see it.
 */
export type Replay<D extends CoreDeps> = (
  stored: APIGatewayProxyResult,
  by: { readonly caller: Caller; readonly path: Readonly<Record<string, string | undefined>> },
  deps: D,
) => Promise<APIGatewayProxyResult>;

const once =
  <D extends CoreDeps>(replay?: Replay<D>): Around<D> =>
  async ({ event, context, route, deps }, answer) => {
    const key = header(event, 'idempotency-key');
    if (key === undefined) return answer();
    checkKey(key);
    const { requestId } = event.requestContext;
    const scope = [
      ownerOf(context.progress.caller, clientAddress(event, deps.trustedProxies)),
      event.httpMethod,
      requestPath(route, event),
      key,
    ];

    let given: APIGatewayProxyResult | undefined;
    const storedAnswer = async (running: RunningRequest): Promise<APIGatewayProxyResult> => {
      const stop = keepAlive(prolongation(deps, store, running));
      try {
        given = await answer();
      } catch (error) {
        if (!(error instanceof ApiError) || passing.has(error.status) || error.status >= 500)
          throw error;
        given = errorResponse(error.status, error.message, requestId, error.extras, deps);
      } finally {
        stop();
      }
      return given;
    };
    const config = new IdempotencyConfig({
      payloadValidationJmesPath: 'body',
      expiresAfterSeconds: retentionSeconds,
      hashFunction: 'sha256',
      // How long the library takes the request to be running: a function that dies can't say so. Never zero, of which
      // it would make a record that keeps repeats out until it is gone.
      lambdaContext: { ...context, getRemainingTimeInMillis: () => leaseTime },
      eventKeyJmesPath: 'scope',
    });
    const secret = answerKey(scope);
    const again = async (kept: string) => {
      const stored = openAnswer(kept, secret);
      const by = { caller: context.progress.caller, path: event.pathParameters ?? {} };
      return replayed(replay ? await replay(stored, by, deps) : stored);
    };
    const store = storeOf(deps, scope);
    const sealedAnswer = async (running: RunningRequest) =>
      encrypted(JSON.stringify(await storedAnswer(running)), secret, deps.random);
    const idempotent = makeIdempotent(sealedAnswer, { config, persistenceStore: store });
    const request = { scope: digestOf(scope), body: contentOf(event) };
    try {
      const kept = await idempotent(request);
      return given ?? (await again(kept));
    } catch (error) {
      if (error instanceof IdempotencyValidationError) throw apiErrors.idempotencyKeyReused();
      if (error instanceof IdempotencyAlreadyInProgressError)
        throw apiErrors.idempotencyInProgress();
      if (given === undefined) throw error;
      // It was done, and only the answer could not be kept: too large for an item, or the table was away. A
      // repeat is judged by the rules, and finds what was done.
      deps.log.error('a response was not stored for retries', { requestId }, error);
      await store.deleteRecord(request).catch(() => {});
      return given;
    }
  };

/** A request as Powertools knows it. */
type RunningRequest = { readonly scope: string; readonly body: string };

/** What two requests are compared by: their JSON, whatever its white space and the order of its keys; other bodies as they came. */
function contentOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const sent = body ?? '';
  try {
    return canonicalJson(
      JSON.parse(isBase64Encoded ? Buffer.from(sent, 'base64').toString() : sent),
    );
  } catch {
    return sent;
  }
}

/** 32 bytes that only the sender of the request can make. */
function answerKey(scope: readonly string[]): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', JSON.stringify(scope), '', 'kept answer', 32));
}

function openAnswer(kept: string, secret: Uint8Array): APIGatewayProxyResult {
  const text = decrypted(kept, secret);
  if (text === null) throw new Error('a stored answer cannot be decrypted');
  // What is stored is what `storedAnswer` returned.
  return JSON.parse(text) as APIGatewayProxyResult;
}

/**
 * Prolongs, with each call, the time for which repeats are kept out; false when the record no longer belongs to this request: the
 * request was taken for dead, and a repeat runs instead.
 */
function prolongation(
  { table }: CoreDeps,
  store: KeptAnswers,
  request: RunningRequest,
): () => Promise<boolean> {
  let until = Date.now() + leaseTime;
  let found: Promise<IdempotencyRecord> | undefined;
  return async () => {
    found ??= store.getRecord(request);
    const { idempotencyKey: pk, sortKey: sk } = await found;
    const next = Date.now() + leaseTime;
    const outcome = await updateItem(table, {
      Key: { pk, sk },
      UpdateExpression: 'SET in_progress_expiration = :next',
      ConditionExpression: '#status = :running AND in_progress_expiration <= :until',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':running': 'INPROGRESS', ':until': until, ':next': next },
    });
    if (outcome.kind === 'written') until = next;
    return outcome.kind === 'written';
  };
}

/** The record lies in a partition of its own, so that no key waits for another. */
function storeOf({ table }: CoreDeps, scope: readonly string[]): KeptAnswers {
  const store = new KeptAnswers(table, partitions.idempotency(digestOf(scope)));
  // How the first request ended is noted even if its time is over: or repeats would wait for it.
  const { saveSuccess, deleteRecord } = store;
  store.saveSuccess = (...of) => outsideDeadline(() => saveSuccess.apply(store, of));
  store.deleteRecord = (...of) => outsideDeadline(() => deleteRecord.apply(store, of));
  return store;
}

function replayed(response: APIGatewayProxyResult): APIGatewayProxyResult {
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}

type JsonValue = ReturnType<IdempotencyRecord['getResponse']>;

/** A record as Powertools' own layer writes it, with `expiration` under the name by which the table forgets. Times are Unix seconds and milliseconds. */
const StoredRecord = z.object({
  pk: z.string(),
  sk: z.string(),
  status: z.enum(['INPROGRESS', 'COMPLETED', 'EXPIRED']),
  ttl: z.number(),
  in_progress_expiration: z.optional(z.number()),
  validation: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** There is none, or its time is over, or what it belongs to has died: `in_progress_expiration` is its last sign of life. */
const isFree =
  'attribute_not_exists(#id) OR #expiry < :now OR (#status = :inprogress AND attribute_exists(#in_progress_expiry) AND #in_progress_expiry < :now_in_millis)';

/**
 * Powertools' records of requests in a partition of the service's table, by the lean client ([decision
 * 135](../../docs/decisions/archive/0135-lean-calls-of-sqs-and-ses.md)). The records and conditions are those of the library's
 * `DynamoDBPersistenceLayer`, which supports only the SDK's own client. A class, because the library requires one.
 */
export class KeptAnswers extends BasePersistenceLayer {
  readonly #table: Table;
  readonly #partition: string;

  constructor(table: Table, partition: string) {
    super();
    this.#table = table;
    this.#partition = partition;
  }

  protected override async _getRecord(sk: string): Promise<IdempotencyRecord> {
    const item = await getItem(this.#table, this.#keyOf(sk));
    if (item === undefined) throw new IdempotencyItemNotFoundError();
    return recordOf(item);
  }

  /** Throws `IdempotencyItemAlreadyExistsError`, with the record that is there, where one counts. */
  protected override async _putRecord(record: IdempotencyRecord): Promise<void> {
    const { idempotencyKey, expiryTimestamp, inProgressExpiryTimestamp, payloadHash } = record;
    const now = Date.now();
    try {
      await this.#table.client.call('PutItem', {
        TableName: this.#table.name,
        Item: {
          ...this.#keyOf(idempotencyKey),
          ttl: expiryTimestamp,
          status: record.getStatus(),
          in_progress_expiration: inProgressExpiryTimestamp,
          validation: payloadHash,
        },
        ConditionExpression: isFree,
        ExpressionAttributeNames: {
          '#id': 'pk',
          '#expiry': 'ttl',
          '#in_progress_expiry': 'in_progress_expiration',
          '#status': 'status',
        },
        ExpressionAttributeValues: {
          ':now': now / 1000,
          ':now_in_millis': now,
          ':inprogress': 'INPROGRESS',
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      const found = error.Item && recordOf(unmarshall(error.Item));
      throw new IdempotencyItemAlreadyExistsError('the request is known', found);
    }
  }

  protected override async _updateRecord(record: IdempotencyRecord): Promise<void> {
    const { idempotencyKey, expiryTimestamp, responseData, payloadHash } = record;
    await this.#table.client.call('UpdateItem', {
      TableName: this.#table.name,
      Key: this.#keyOf(idempotencyKey),
      UpdateExpression:
        'SET #expiry = :expiry, #status = :status, #response_data = :response_data, #validation_key = :validation_key',
      ExpressionAttributeNames: {
        '#expiry': 'ttl',
        '#status': 'status',
        '#response_data': 'data',
        '#validation_key': 'validation',
      },
      ExpressionAttributeValues: {
        ':expiry': expiryTimestamp,
        ':status': record.getStatus(),
        ':response_data': responseData,
        ':validation_key': payloadHash,
      },
    });
  }

  protected override async _deleteRecord({ idempotencyKey }: IdempotencyRecord): Promise<void> {
    await this.#table.client.call('DeleteItem', {
      TableName: this.#table.name,
      Key: this.#keyOf(idempotencyKey),
    });
  }

  #keyOf(sk: string) {
    return { pk: this.#partition, sk };
  }
}

function recordOf(item: Item): IdempotencyRecord {
  const stored = parseStored(StoredRecord, item);
  const { pk, sk, status, ttl, in_progress_expiration: aliveUntil, validation, data } = stored;
  return new IdempotencyRecord({
    idempotencyKey: pk,
    sortKey: sk,
    status,
    expiryTimestamp: ttl,
    ...(aliveUntil !== undefined && { inProgressExpiryTimestamp: aliveUntil }),
    ...(validation !== undefined && { payloadHash: validation }),
    // It was JSON when it was stored.
    ...(data !== undefined && { responseData: data as JsonValue }),
  });
}

/**
 * For how long work counts as alive without a sign of life, in milliseconds. Signs come twice as often, so that
 * the event loop may be blocked for a while.
 */
export const leaseTime = 2_000;

/**
 * Gives signs of life until the returned function is called: `renew` says whether they are still wanted. They
 * end by themselves at the work's deadline, so that a function that is frozen and woken for another call gives
 * none for work that is over.
 */
function keepAlive(renew: () => Promise<boolean>): () => void {
  let wanted = true;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      // If one is lost, the next may still come in time.
      const goesOn = await renew().catch(() => true);
      if (wanted && goesOn && timeLeft() > 0) next();
    }, leaseTime / 2);
    timer.unref();
  };
  next();
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}
