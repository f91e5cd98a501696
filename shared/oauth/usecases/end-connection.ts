import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { findConsent, withdrawConsentWrite } from '../db/oauth-consents.ts';

/**
 * Withdraws a person's consent to a client; codes, devices and tokens that rest on it are void from then on.
 * The client is told. Where there is no consent (any more), nothing is recorded.
 */
export function endConnection(
  { personId, clientId }: { readonly personId: string; readonly clientId: string },
  deps: CoreDeps,
): Promise<void> {
  return untilWritten<void>(async () => {
    const consent = await findConsent(deps.table, personId, clientId);
    if (consent === null) return;
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      consent: withdrawConsentWrite(consent),
      told: eventWrite(deps.newId(), at, {
        type: 'logout.wanted',
        personId,
        of: { kind: 'connection', clientId },
      }),
      ...auditPerson(deps, {
        at,
        actor: personActor(personId),
        personId,
        action: 'oauth_client.access_ended',
        details: { clientId, consentId: consent.id },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}
