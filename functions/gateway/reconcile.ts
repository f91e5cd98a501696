import { type ReconcilingDeps, reconcilingDeps } from '../../shared/access/deps/gateway-deps.ts';
import { reconcileGatewayKeys } from '../../shared/access/usecases/reconcile-gateway-keys.ts';
import { background } from '../../shared/web/http/background.ts';

/**
 * Compares keys with API Gateway and corrects differences, if that was requested, or if the last
 * comparison is an hour old or incomplete. Runs every few minutes and ignores its input.
 */
export const handler = background(
  (deps: ReconcilingDeps) => reconcileGatewayKeys(deps),
  reconcilingDeps,
  'gateway keys could not be compared',
);
