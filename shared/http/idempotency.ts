import { createHash } from 'node:crypto';
import {
  IdempotencyAlreadyInProgressError,
  IdempotencyConfig,
  IdempotencyValidationError,
  makeIdempotent,
} from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Caller } from '../auth/caller.ts';
import type { CoreDeps } from '../deps/core.ts';
import { ApiError, apiErrors } from '../errors.ts';
import { type ApiHandler, type Around, endpoint, type Screen } from './endpoint.ts';
import { header } from './header.ts';
import type { Run } from './request.ts';
import { errorResponse } from './response.ts';
import type { Route } from './route.ts';

/** How long an answer is kept for repeats of its request, in seconds. */
const keptSeconds = 86_400;

const longestKey = 255;

/** Refusals that say nothing of the request itself; a repeat is worth trying. */
const passing: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * `endpoint()` for a write that honours an `Idempotency-Key`: a repeat of the request gets the stored
 * answer, with `Idempotency-Replayed: true`, and changes nothing.
 *
 * A key belongs to the credential's owner, method and path. Kept are successes and the refusals of the
 * rules; not what depends on the moment (401, 403, 429, 5xx), and not invalid bodies, which come before.
 * Errors: 400 for a key of more than 255 characters; 409 `idempotency.key_reused` when the body is
 * another one, `idempotency.in_progress` while the first request runs.
 */
export function idempotentEndpoint<R extends Route, D extends CoreDeps>(
  route: R,
  run: Run<R, D>,
  resolve: () => D,
  screen?: Screen<D>,
): ApiHandler {
  return endpoint(route, run, resolve, { screen, around: once });
}

const once: Around = async ({ event, context, deps }, answer) => {
  const key = header(event, 'idempotency-key');
  if (key === undefined || key === '') return answer();
  if (key.length > longestKey) throw apiErrors.invalidIdempotencyKey(longestKey);
  const { requestId } = event.requestContext;
  const scope = [ownerOf(context.progress.caller), event.httpMethod, event.path, key];

  let ran = false;
  const keptAnswer = async (_request: {
    scope: string;
    body: string;
  }): Promise<APIGatewayProxyResult> => {
    ran = true;
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof ApiError) || passing.has(error.status) || error.status >= 500)
        throw error;
      return errorResponse(error.status, error.message, requestId, error.extras);
    }
  };
  const config = new IdempotencyConfig({
    payloadValidationJmesPath: 'body',
    expiresAfterSeconds: keptSeconds,
    hashFunction: 'sha256',
    lambdaContext: context,
    eventKeyJmesPath: 'scope',
  });
  const idempotent = makeIdempotent(keptAnswer, { config, persistenceStore: storeOf(deps, scope) });
  try {
    const response = await idempotent({ scope: digest(scope), body: event.body ?? '' });
    return ran ? response : replayed(response);
  } catch (error) {
    if (error instanceof IdempotencyValidationError) throw apiErrors.idempotencyKeyReused();
    if (error instanceof IdempotencyAlreadyInProgressError) throw apiErrors.idempotencyInProgress();
    throw error;
  }
};

/** The record lies in a partition of its own, so that no key waits for another. */
function storeOf({ table }: CoreDeps, scope: readonly string[]): DynamoDBPersistenceLayer {
  return new DynamoDBPersistenceLayer({
    tableName: table.name,
    keyAttr: 'pk',
    sortKeyAttr: 'sk',
    staticPkValue: `IDEMPOTENCY#${digest(scope)}`,
    expiryAttr: 'ttl',
    awsSdkV3Client: table.client,
  });
}

function digest(scope: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(scope)).digest('hex');
}

function ownerOf(caller: Caller): string {
  switch (caller.kind) {
    case 'partner':
      return caller.integrationId;
    case 'operator':
      return caller.principal;
    case 'anonymous':
      return 'anonymous';
    default:
      return caller.personId;
  }
}

function replayed(response: APIGatewayProxyResult): APIGatewayProxyResult {
  return { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } };
}
