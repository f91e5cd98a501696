import { transact } from '../../kernel/db/transact.ts';
import { maintenanceIn, stageVariables } from '../../kernel/domain/maintenance.ts';
import type { Actor, AuditEntry } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StreamReader } from '../aws/deployments.ts';
import type {
  BeginMaintenance,
  EndMaintenance,
  Maintenance,
} from '../contracts/maintenance-contract.ts';
import type { MaintenanceDeps } from '../deps/maintenance.ts';

const defaultRetryAfter = 600;

/** Whether writes are refused, since when and why. */
export async function readMaintenance({
  stageSettings,
  streamReaders,
}: MaintenanceDeps): Promise<Maintenance> {
  const variables = await stageSettings.variables();
  return maintenanceOf(variables, await streamReaders.states());
}

/**
 * Refuses writes from now on. It is recorded first, so every switch has an entry. If API Gateway then fails, there is
 * an entry without a switch, and a repeat fixes that. If the table does not accept the entry, nothing is switched: the
 * runbook has the manual steps.
 *
 * Once on, `since` stays the same, even if the reason or `Retry-After` changes.
 */
export async function beginMaintenance(
  { reason, retryAfterSeconds = defaultRetryAfter }: BeginMaintenance,
  actor: Actor,
  deps: MaintenanceDeps,
): Promise<Maintenance> {
  const { since } = await readMaintenance(deps);
  const at = await recorded('maintenance.started', reason, { retryAfterSeconds }, actor, deps);
  const variables = await deps.stageSettings.setVariables({
    [stageVariables.since]: since ?? at,
    [stageVariables.reason]: Buffer.from(reason).toString('base64url'),
    [stageVariables.retryAfter]: String(retryAfterSeconds),
  });
  return maintenanceOf(variables, await deps.streamReaders.states());
}

/**
 * Accepts writes again; recorded first, in the same way. Before that it enables the readers of the table's stream: a
 * restore disables them, and the stream keeps its records for only a day.
 */
export async function endMaintenance(
  { reason }: EndMaintenance,
  actor: Actor,
  deps: MaintenanceDeps,
): Promise<Maintenance> {
  await recorded('maintenance.ended', reason, {}, actor, deps);
  const readers = await deps.streamReaders.enable();
  return maintenanceOf(
    await deps.stageSettings.setVariables({ [stageVariables.retryAfter]: 'off' }),
    readers,
  );
}

/** Records the act and returns its time. */
async function recorded(
  action: string,
  reason: string,
  details: AuditEntry['details'],
  actor: Actor,
  deps: MaintenanceDeps,
): Promise<string> {
  const at = deps.now().toISOString();
  const subject = { type: 'stage', id: deps.stage };
  await transact(deps.table, auditAct(deps, { at, actor, action, subject, details, reason }));
  return at;
}

function maintenanceOf(
  variables: Readonly<Record<string, string>>,
  readers: readonly StreamReader[],
): Maintenance {
  return { ...maintenanceIn(variables), streamReaders: [...readers] };
}
