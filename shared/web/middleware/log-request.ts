import type { APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { ApiMiddleware, Progress } from '../request.ts';

/** One line per request, with ids and never a body, a name or a key. */
export function logRequest(route: Route, deps: () => CoreDeps): ApiMiddleware {
  const line = (
    requestId: string,
    progress: Progress,
    response: APIGatewayProxyResult | null | undefined,
  ) => {
    const { caller } = progress;
    deps().log.info('request', {
      requestId,
      operationId: route.operationId,
      status: response?.statusCode ?? 500,
      callerKind: caller.kind,
      keyId: 'keyId' in caller ? caller.keyId : undefined,
      grantId: 'grantId' in caller ? caller.grantId : undefined,
      durationMs: Math.round(performance.now() - progress.startedAt),
    });
  };
  return {
    before: ({ context }) => {
      context.progress = {
        caller: { kind: 'anonymous' },
        params: undefined,
        query: undefined,
        body: undefined,
        use: null,
        admitted: null,
        startedAt: performance.now(),
      };
    },
    after: ({ event, context, response }) => {
      line(event.requestContext.requestId, context.progress, response);
    },
    onError: ({ event, context, response }) => {
      line(event.requestContext.requestId, context.progress, response ?? null);
    },
  };
}
