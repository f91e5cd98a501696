import { hash, hkdfSync } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Caller } from '../../access/auth/caller.ts';
import { decrypted, encrypted } from '../../kernel/auth/seal.ts';
import { digestOf } from '../../kernel/db/effects.ts';
import { partitions } from '../../kernel/db/keys.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';
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

/** How long a response is stored for retries, in seconds. */
const retentionSeconds = 86_400;

/** Errors that do not depend on the request itself; a retry may succeed. */
const passing: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Options of `operation()` for a row that stores its responses: a repeat of a request under the
 * same `Idempotency-Key` gets the stored response with `Idempotency-Replayed: true`, and has no
 * effect.
 *
 * A key is valid for one owner of credentials, method and path. Successes and refusals by rules are
 * stored. Responses that depend on the moment (401, 403, 429, 5xx), and those to invalid bodies,
 * are not. Errors: 400 for an empty key, or one of more than 255 characters; 409
 * `idempotency.key_reused` for another body; 409 `idempotency.in_progress` while the first request
 * runs, or until two seconds after its last heartbeat if its function has crashed.
 *
 * Responses may contain keys and secret links, so all are stored encrypted. The encryption key is
 * derived from the `Idempotency-Key`, which is not stored: only a repeat of the request can decrypt
 * the response.
 */
export function storedAnswers<D extends CoreDeps>({
  screen,
  replay,
}: {
  readonly screen?: Screen<D>;
  readonly replay?: Replay<D>;
} = {}): KeepingOptions<D> {
  return { keepsAnswers: true, around: once(replay), ...(screen && { screen }) };
}

/**
 * The stored response for this caller; another credential of its owner may have made the first
 * call. Throws if this caller must not see it.
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
    const secret = answerKey(scope);
    const record = keptRecord(deps.table, digestOf(scope), contentOf(event));
    const kept = await record.begin();
    if (kept !== null) {
      const stored = openAnswer(kept, secret);
      const by = { caller: context.progress.caller, path: event.pathParameters ?? {} };
      return replayed(replay ? await replay(stored, by, deps) : stored);
    }
    const stop = keepAlive(record.prolong);
    const given = await answer()
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || passing.has(error.status) || error.status >= 500)
          throw error;
        return errorResponse(error.status, error.message, requestId, error.extras, deps);
      })
      .finally(stop)
      .catch(async (error: unknown) => {
        // If this fails, retries wait until the record's heartbeat has expired.
        await record.forget().catch(() => {});
        throw error;
      });
    try {
      await record.keep(encrypted(JSON.stringify(given), secret, deps.random));
    } catch (error) {
      // The effect happened, but the response could not be stored: too large, or the table was
      // unavailable. A retry runs again and finds the effect.
      deps.log.error('a response was not stored for retries', { requestId }, error);
      await record.forget().catch(() => {});
    }
    return given;
  };

/**
 * A request in comparable form: JSON without white space and with sorted keys; other bodies
 * unchanged.
 */
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

/** 32 bytes that can only be derived with the sender's request. */
function answerKey(scope: readonly string[]): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', JSON.stringify(scope), '', 'kept answer', 32));
}

function openAnswer(kept: string, secret: Uint8Array): APIGatewayProxyResult {
  const text = decrypted(kept, secret);
  if (text === null) throw new Error('a stored answer cannot be decrypted');
  // The stored value is the JSON of a response.
  return JSON.parse(text) as APIGatewayProxyResult;
}

function replayed(response: APIGatewayProxyResult): APIGatewayProxyResult {
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}

/**
 * The part of a record that a retry reads: the hash of the body, and the response once there is
 * one.
 */
const StoredRecord = z.object({
  validation: z.string(),
  data: z.optional(z.string()),
});

/**
 * There is no record, it has expired, or its process has crashed: `in_progress_expiration` is its
 * last heartbeat plus the allowed silence.
 */
const isFree =
  'attribute_not_exists(pk) OR #ttl < :now OR (#status = :running AND in_progress_expiration < :nowInMillis)';

/** `status` and `ttl` are reserved words in DynamoDB. */
const names = { '#status': 'status', '#ttl': 'ttl' };

/**
 * The record of one request: `scope` identifies it, and `content` is compared with that of retries.
 * Each record has its own partition, so keys do not slow each other down. Field names and hashes
 * are those of Powertools' idempotency, which wrote earlier records.
 */
export function keptRecord(table: Table, scope: string, content: string) {
  const { AWS_LAMBDA_FUNCTION_NAME: prefix = '' } = process.env;
  const Key = { pk: partitions.idempotency(scope), sk: `${prefix}#${hashOf(scope)}` };
  const validation = hashOf(content);
  const expiry = () => Math.round(Date.now() / 1000 + retentionSeconds);
  let aliveUntil = 0;

  return {
    /**
     * Claims the key for the request: null, or the stored response if it was carried out before.
     * Throws 409 for another body, and while the first request runs.
     */
    async begin(): Promise<string | null> {
      const now = Date.now();
      aliveUntil = now + leaseTime;
      try {
        await table.client.call('PutItem', {
          TableName: table.name,
          Item: {
            ...Key,
            ...{ ttl: expiry(), status: 'INPROGRESS', validation },
            in_progress_expiration: aliveUntil,
          },
          ConditionExpression: isFree,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: {
            ...{ ':now': now / 1000, ':nowInMillis': now, ':running': 'INPROGRESS' },
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        });
        return null;
      } catch (error) {
        if (!isConditionFailed(error)) throw error;
        const found = parseStored(StoredRecord, unmarshall(error.Item ?? {}));
        if (found.validation !== validation) throw apiErrors.idempotencyKeyReused();
        if (found.data === undefined) throw apiErrors.idempotencyInProgress();
        return found.data;
      }
    },

    /**
     * Extends the time for which retries wait. False if the request was considered dead and a retry
     * is running instead.
     */
    async prolong(): Promise<boolean> {
      const next = Date.now() + leaseTime;
      const outcome = await updateItem(table, {
        Key,
        UpdateExpression: 'SET in_progress_expiration = :next',
        ConditionExpression: '#status = :running AND in_progress_expiration <= :until',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':running': 'INPROGRESS',
          ':until': aliveUntil,
          ':next': next,
        },
      });
      if (outcome.kind === 'written') aliveUntil = next;
      return outcome.kind === 'written';
    },

    // The result of the first request is recorded even after its time: otherwise retries would wait
    // for it.
    async keep(data: string): Promise<void> {
      await outsideDeadline(() =>
        table.client.call('UpdateItem', {
          TableName: table.name,
          Key,
          UpdateExpression:
            'SET #ttl = :ttl, #status = :done, #data = :data, validation = :validation',
          ExpressionAttributeNames: { ...names, '#data': 'data' },
          ExpressionAttributeValues: {
            ...{ ':ttl': expiry(), ':done': 'COMPLETED', ':data': data, ':validation': validation },
          },
        }),
      );
    },

    async forget(): Promise<void> {
      await outsideDeadline(() => table.client.call('DeleteItem', { TableName: table.name, Key }));
    },
  };
}

function hashOf(text: string): string {
  return hash('sha256', JSON.stringify(text), 'base64');
}

/**
 * How long work is considered alive without a heartbeat, in milliseconds. Heartbeats are sent twice
 * as often, so the event loop may block for a while.
 */
export const leaseTime = 2_000;

/**
 * Sends heartbeats until the returned function is called: `renew` returns whether to continue. They
 * end at the work's deadline, so a function that is frozen and resumed for another call sends none
 * for finished work.
 */
function keepAlive(renew: () => Promise<boolean>): () => void {
  let waiting = true;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(async () => {
      // If one fails, the next may still be in time.
      const goesOn = await renew().catch(() => true);
      if (waiting && goesOn && timeLeft() > 0) next();
    }, leaseTime / 2);
    timer.unref();
  };
  next();
  return () => {
    waiting = false;
    clearTimeout(timer);
  };
}
