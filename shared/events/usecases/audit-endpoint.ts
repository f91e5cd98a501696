import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { StoredWebhookEndpoint } from '../db/webhook-endpoints.ts';

/** The writes that record an act on an endpoint, filed under its owner. */
export function auditOfEndpoint(
  { owner, id }: Pick<StoredWebhookEndpoint, 'owner' | 'id'>,
  action: `webhook_endpoint.${'created' | 'changed' | 'deleted' | 'secret_rotated' | 'disabled'}`,
  {
    at,
    actor,
    reason,
    fields,
  }: {
    readonly at: string;
    readonly actor: Actor;
    readonly reason?: string;
    readonly fields?: readonly string[];
  },
  deps: Pick<CoreDeps, 'newId'>,
) {
  return auditAct(deps, {
    at,
    actor,
    action,
    subject: { type: owner.kind === 'person' ? 'person' : 'partner_integration', id: owner.id },
    details: {
      endpointId: id,
      ...(reason !== undefined && { cause: reason }),
      ...(fields && { fields }),
    },
  });
}
