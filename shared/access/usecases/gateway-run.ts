import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findGatewayRun, gatewayRunWrite } from '../db/gateway-runs.ts';
import { type GatewayRun, requestedRun } from '../domain/gateway-run.ts';

/**
 * Has table and API Gateway compared, and with `carryOut` made to agree. It begins within five minutes. The run that
 * is under way is the answer where it does as much.
 */
export function requestGatewayRun(
  carryOut: boolean,
  actor: Actor,
  deps: CoreDeps,
): Promise<GatewayRun> {
  return untilWritten(async () => {
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

/** The newest run. Error: 404 when there was none. */
export async function readGatewayRun({ table }: Pick<CoreDeps, 'table'>): Promise<GatewayRun> {
  const run = await findGatewayRun(table);
  if (run === null) throw apiErrors.notFound();
  return run;
}
