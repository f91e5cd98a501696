import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Decision } from '../../kernel/domain/decision.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { ClientDecision } from '../contracts/admin-client-decision.ts';
import { leftLogoWrites } from '../db/client-logos.ts';
import { changeOwnedWrite, findClient, type StoredClient } from '../db/oauth-clients.ts';
import {
  approveClient,
  type ClientChange,
  reinstateClient,
  rejectClient,
  removeLogo,
  suspendClient,
} from '../domain/owned-client.ts';
import * as clientErrors from '../errors/client-errors.ts';
import { asChanged } from './own-clients.ts';

/** The result of a decision, for the audit trail and the email to the owner. */
const outcomes = {
  approve: 'approved',
  reject: 'rejected',
  suspend: 'suspended',
  reinstate: 'reinstated',
  remove_logo: 'logo_removed',
} as const;

const refusals = {
  not_waiting: clientErrors.clientNotWaiting,
  suspended: clientErrors.clientSuspended,
  not_suspended: clientErrors.clientNotSuspended,
  no_logo: clientErrors.clientNoLogo,
} as const;

/**
 * Decides about a resident's application and notifies its owner by email. Changes after the
 * reviewed revision are not decided with it. A suspension permanently ends all tokens. The decision
 * appears in the owner's activity.
 *
 * Errors: 404; 409 `client.not_owned`, `client.changed`, `client.not_pending`, `client.suspended`,
 * `client.not_suspended`, `client.no_logo`.
 */
export function decideOnClient(
  clientId: string,
  command: ClientDecision,
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredClient> {
  return retryOnConflict(async () => {
    const client = await findClient(deps.table, clientId);
    if (client === null) throw apiErrors.notFound();
    const { ownerId } = client;
    if (ownerId === null) throw clientErrors.clientNotOwned();
    if ('revision' in command && command.revision !== client.revision) {
      throw clientErrors.clientChanged();
    }
    const decided = decisionOf(command, client);
    if (!decided.ok) throw refusals[decided.reason]();
    const at = deps.now().toISOString();
    const decision = outcomes[command.decision];
    const end = decision === 'suspended' ? { tokensNotBefore: laterOf(client, at) } : {};
    const changes = { ...decided.next, ...end };
    const outcome = await transact(deps.table, {
      client: orElse(changeOwnedWrite(client, changes), conflict),
      ...leftLogoWrites(client, decided.next),
      notification: mailWrite(deps.newId(), at, {
        template: 'client_decided',
        personId: ownerId,
        clientId,
        decision,
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId: ownerId,
        action: `oauth_client.${decision}`,
        details: { clientId, status: decided.next.reviewState },
        ...('reason' in command && { reason: command.reason }),
      }),
    });
    return outcome.kind === 'written' ? asChanged(client, changes) : lostRace;
  });
}

function laterOf({ tokensNotBefore }: StoredClient, at: string): string {
  return tokensNotBefore !== undefined && tokensNotBefore > at ? tokensNotBefore : at;
}

function decisionOf(
  command: ClientDecision,
  client: StoredClient,
): Decision<ClientChange, keyof typeof refusals> {
  switch (command.decision) {
    case 'approve':
      return approveClient(client);
    case 'reject':
      return rejectClient(client, command.reason);
    case 'suspend':
      return suspendClient(client, command.reason);
    case 'reinstate':
      return reinstateClient(client);
    case 'remove_logo':
      return removeLogo(client, command.reason);
  }
}
