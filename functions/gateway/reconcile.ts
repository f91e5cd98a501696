import type { Context } from 'aws-lambda';
import { type ReconcilingDeps, reconcilingDeps } from '../../shared/access/deps/gateway-deps.ts';
import { reconcileGatewayKeys } from '../../shared/access/usecases/reconcile-gateway-keys.ts';
import { root } from '../../shared/kernel/deps/root.ts';
import { inTime } from '../../shared/kernel/runtime/deadline.ts';

/**
 * Called every few minutes: compares keys with API Gateway and corrects the differences, if someone asked for it, or if the last
 * comparison is an hour ago or was not finished. Ignores its input.
 */
async function run(deps: ReconcilingDeps): Promise<void> {
  try {
    await reconcileGatewayKeys(deps);
  } catch (error) {
    deps.log.error('gateway keys could not be compared', {}, error);
    throw error;
  }
}

const deps = root(reconcilingDeps);

export const handler = (_event: unknown, context?: Context): Promise<void> =>
  inTime(context, () => run(deps()));
