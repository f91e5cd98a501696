import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findGatewayRun, gatewayRunWrite } from '../db/gateway-runs.ts';
import { type GatewayRun, requestedRun } from '../domain/gateway-run.ts';

/**
 * Requests a comparison of the table with API Gateway and, with `carryOut`, the correction of
 * differences. It starts within five minutes. Returns the current run if that does as much.
 */
export function requestGatewayRun(
  carryOut: boolean,
  actor: Actor,
  deps: CoreDeps,
): Promise<GatewayRun> {
  return retryOnConflict(async () => {
    const now = deps.now();
    const found = await findGatewayRun(deps.table);
    const run = requestedRun(found, carryOut, deps.newId(), now);
    if (run === found) return run;
    const outcome = await transact(deps.table, {
      run: gatewayRunWrite(found, run),
      ...auditAct(deps, {
        at: now.toISOString(),
        actor,
        action: 'gateway_keys.compared',
        subject: { type: 'gateway_run', id: run.id },
        details: { carryOut },
      }),
    });
    return outcome.kind === 'written' ? run : lostRace;
  });
}

/** The latest run. Error: 404 if there was none. */
export async function readGatewayRun({ table }: Pick<CoreDeps, 'table'>): Promise<GatewayRun> {
  const run = await findGatewayRun(table);
  if (run === null) throw apiErrors.notFound();
  return run;
}
