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

/** How long an answer is stored for retries, in seconds. */
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
 * The stored answer for this caller; another credential of its owner may have made the first call. Throws if this one
 * may not see it.
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
        // If this fails, repeats wait until the record gives no more signs of life.
        await record.forget().catch(() => {});
        throw error;
      });
    try {
      await record.keep(encrypted(JSON.stringify(given), secret, deps.random));
    } catch (error) {
      // The effect happened, but the answer could not be stored: too large, or the table was unavailable. The rules
      // judge a repeat and find the effect.
      deps.log.error('a response was not stored for retries', { requestId }, error);
      await record.forget().catch(() => {});
    }
    return given;
  };

/** The text used to compare two requests: their JSON without white space and key order; other bodies unchanged. */
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

function replayed(response: APIGatewayProxyResult): APIGatewayProxyResult {
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}

/** What a repeat reads of a record: the hash of the body, and the answer once there is one. */
const StoredRecord = z.object({
  validation: z.string(),
  data: z.optional(z.string()),
});

/** There is none, or its time is over, or what it belongs to has died: `in_progress_expiration` is its last sign of life. */
const isFree =
  'attribute_not_exists(pk) OR #ttl < :now OR (#status = :running AND in_progress_expiration < :nowInMillis)';

/** `status` and `ttl` are words of DynamoDB's own. */
const names = { '#status': 'status', '#ttl': 'ttl' };

/**
 * The record of one request, `scope` and `content` being what it is known and compared by. It has a partition of its own, so that no
 * key waits for another. Its names and hashes are those of Powertools' idempotency, which wrote it before.
 */
export function keptRecord(table: Table, scope: string, content: string) {
  const { AWS_LAMBDA_FUNCTION_NAME: prefix = '' } = process.env;
  const Key = { pk: partitions.idempotency(scope), sk: `${prefix}#${hashOf(scope)}` };
  const validation = hashOf(content);
  const expiry = () => Math.round(Date.now() / 1000 + retentionSeconds);
  let aliveUntil = 0;

  return {
    /**
     * Claims the key for the request: null, or the stored answer if it was carried out before. Throws 409 for another body, and while
     * the first request runs.
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
     * Extends the time during which retries wait. False if the request was treated as dead and a retry is running
     * instead.
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

    // How the first request ended is noted even if its time is over: or repeats would wait for it.
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
 * How long work is treated as alive without a heartbeat, in milliseconds. Heartbeats are sent twice as often, so the
 * event loop may block for a while.
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
