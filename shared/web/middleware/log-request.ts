import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientSite } from '../../kernel/domain/client-network.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiMiddleware, clientAddress, noAddress, type Progress } from '../http/request.ts';

/**
 * One line per request, with ids and never a body, a name or a key. Of the caller's address it has the network (/24,
 * /48), which tells an attack from a crowd, and no household from another. A line that can't be written whole fails no
 * request: what was answered stays the answer.
 */
export function logRequest(route: Route, deps: () => CoreDeps): ApiMiddleware {
  const line = (
    event: APIGatewayProxyEvent,
    progress: Progress,
    response: APIGatewayProxyResult | null | undefined,
  ) => {
    const { caller } = progress;
    const { log, trustedProxies } = deps();
    log.info('request', {
      requestId: event.requestContext.requestId,
      operationId: route.operationId,
      status: response?.statusCode ?? 500,
      callerKind: caller.kind,
      network: networkOf(event, trustedProxies),
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
      line(event, context.progress, response);
    },
    onError: ({ event, context, response }) => {
      line(event, context.progress, response ?? null);
    },
  };
}

function networkOf(
  event: APIGatewayProxyEvent,
  proxies: CoreDeps['trustedProxies'],
): string | undefined {
  try {
    const address = clientAddress(event, proxies);
    return address === noAddress ? undefined : clientSite(address);
  } catch {
    return undefined;
  }
}
