import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { countCall } from '../../access/db/rate-counters.ts';
import { partnerLimit } from '../../access/domain/usage-plan.ts';
import * as accessErrors from '../../access/errors/access-errors.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { type RateUse, registryLimits } from '../../kernel/domain/rate-window.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { ApiMiddleware } from '../http/request.ts';
import { errorResponse, rateHeaders } from '../http/response.ts';

/**
 * Starts counting the call against the key's limits (spec 8), once the caller is known.
 *
 * The request runs in parallel, which saves a round trip; this is safe because the limited routes
 * only read.
 */
export function countTheCall(deps: () => CoreDeps): ApiMiddleware {
  return {
    before: ({ context: { progress } }) => {
      const { caller } = progress;
      if (!('keyId' in caller)) return;
      const { table, now } = deps();
      const { keyId, counterId = keyId, limits } = caller;
      const use = countCall(table, counterId, limits ?? registryLimits, now().getTime());
      // It is awaited with the response; until then a failure must not count as an unhandled
      // rejection.
      use.catch(() => {});
      progress.use = use;
    },
  };
}

/**
 * Adds the remaining limits as headers. If none remained, the response becomes a 429, even if the
 * call had other errors.
 */
export function limitRate(deps: () => CoreDeps): ApiMiddleware {
  return {
    after: async (request) => {
      const { event, context, response } = request;
      request.response = limited(await context.progress.use, event, response, deps);
    },
    onError: async (request) => {
      const { event, context, response } = request;
      // If the count itself failed, the response is the resulting 500.
      const use = await context.progress?.use?.catch(() => null);
      request.response = limited(use ?? null, event, response, deps);
    },
  };
}

function limited(
  use: RateUse | null,
  event: APIGatewayProxyEvent,
  response: APIGatewayProxyResult | null | undefined,
  deps: () => CoreDeps,
): APIGatewayProxyResult | null | undefined {
  if (use === null || !response) return response;
  const core = deps();
  const now = core.now().getTime();
  const { requestId } = event.requestContext;
  const answer = use.allowed ? response : refusal(use, requestId, now, core);
  return { ...answer, headers: { ...answer.headers, ...rateHeaders(use, now) } };
}

function refusal(
  use: RateUse,
  requestId: string,
  now: number,
  deps: CoreDeps,
): APIGatewayProxyResult {
  const error = apiErrors.rateLimited(use.day.limit, use.minute.limit)();
  const exhausted = use.day.remaining === 0 ? use.day : use.minute;
  const retryAfter = String(Math.max(1, Math.ceil((exhausted.resetAt - now) / 1000)));
  const extras = { ...error.extras, headers: { 'retry-after': retryAfter } };
  return errorResponse(error.status, error.message, requestId, extras, deps);
}

/**
 * Counts a partner's call; 429 with `Retry-After` when the minute's limit is used up. A rejected
 * call is not counted.
 *
 * A read is counted in parallel, which saves a round trip; a write waits, so a rejected one changes
 * nothing.
 */
export function limitPartner({ method }: Pick<Route, 'method'>, deps: () => CoreDeps) {
  return {
    before: async ({ context: { progress } }) => {
      const { caller } = progress;
      if (caller.kind !== 'partner') return;
      const admitted = admit(caller.keyId, deps());
      progress.admitted = admitted;
      // It is awaited with the response; until then a failure must not count as an unhandled
      // rejection.
      if (method === 'GET') admitted.catch(() => {});
      else await admitted;
    },
    after: async ({ context: { progress } }) => {
      await progress.admitted;
    },
    onError: async (request) => {
      // A rejected call gets the 429 even if it had other errors.
      await request.context.progress.admitted?.catch((refusal) => {
        request.error = refusal;
      });
    },
  } satisfies ApiMiddleware;
}

async function admit(keyId: string, { table, now }: CoreDeps): Promise<void> {
  const at = now().getTime();
  const { counted, windowEnd } = await countAttempt(table, partnerLimit, keyId, at);
  if (counted) return;
  const seconds = Math.max(1, Math.ceil((windowEnd - at) / 1000));
  throw accessErrors.partnerRateLimited(seconds);
}
