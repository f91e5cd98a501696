import { actorOf } from '../../access/auth/actor.ts';
import type { Caller } from '../../access/auth/caller.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { auditRefusal } from '../../platform/db/audit-items.ts';

/**
 * Keeps Agent Keys from the hosted checkout, whatever they send (spec 4.6). `applicationId` is null where
 * the path names none. Error: 503 with a message that names the voucher endpoint; it is recorded first.
 */
export async function refuseAgentCheckout(
  caller: Caller,
  applicationId: string | null,
  deps: CoreDeps,
): Promise<void> {
  if (caller.kind !== 'agent') return;
  await transact(
    deps.table,
    auditRefusal(deps, {
      at: deps.now().toISOString(),
      actor: actorOf(caller),
      action: 'legal_entity_application.checkout_refused',
      subject:
        applicationId === null ? null : { type: 'legal_entity_application', id: applicationId },
      details: { reason: 'agent_key' },
    }),
  );
  throw apiErrors.checkoutNotForAgents();
}
