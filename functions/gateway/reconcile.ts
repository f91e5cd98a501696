import { type ReconcilingDeps, reconcilingDeps } from '../../shared/access/deps/gateway-deps.ts';
import { reconcileGatewayKeys } from '../../shared/access/usecases/reconcile-gateway-keys.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Called every few minutes: compares keys with API Gateway and corrects the differences, if someone asked for it, or if the last
 * comparison is an hour ago or was not finished. Ignores its input.
 */
export const handler = background(
  (deps: ReconcilingDeps) => reconcileGatewayKeys(deps),
  reconcilingDeps,
  'gateway keys could not be compared',
);
