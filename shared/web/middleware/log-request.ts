import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientSite } from '../../kernel/domain/client-network.ts';
import type { Route } from '../../kernel/http/route.ts';
import { type ApiMiddleware, clientAddress, noAddress, type Progress } from '../http/request.ts';

/**
 * One line per request, with ids and never a body, a name or a key. It contains the network of the
 * caller's address (/24, /48), which distinguishes one attacker from many users without identifying
 * a household. A request succeeds even if its line can't be written in full.
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
