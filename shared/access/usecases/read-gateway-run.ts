import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findGatewayRun } from '../db/gateway-runs.ts';
import type { GatewayRun } from '../domain/gateway-run.ts';

/** The newest run. Error: 404 when there was none. */
export async function readGatewayRun({ table }: Pick<CoreDeps, 'table'>): Promise<GatewayRun> {
  const run = await findGatewayRun(table);
  if (run === null) throw apiErrors.notFound();
  return run;
}
