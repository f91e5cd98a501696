import { personActor } from '../auth/session.ts';
import { consentWrite, findConsent } from '../db/oauth-consents.ts';
import { currentEpochCheck, type StoredPerson } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { consentStands, extendConsent } from '../domain/oauth-consent.ts';
import { auditPerson } from './audit-person.ts';
import { lostRace, untilWritten } from './until-written.ts';

export interface EntityChoice {
  /** As stored now. */
  readonly person: StoredPerson;
  readonly clientId: string;
  /** Entities that the person represents. */
  readonly legalEntityIds: readonly string[];
}

/**
 * Replaces the choice of legal entities that a client may see. Its tokens lose at once what is not chosen
 * any more; what is new comes with its next authorization. Without a consent nothing is done.
 */
export function chooseConnectionEntities(
  { person, clientId, legalEntityIds }: EntityChoice,
  deps: CoreDeps,
): Promise<void> {
  return untilWritten<void>(async () => {
    const at = deps.now().toISOString();
    const consent = await findConsent(deps.table, person.id, clientId);
    if (consent === null || !consentStands(consent, person)) return;
    const next = extendConsent(consent, { scopes: consent.scopes, legalEntityIds }, at);
    if (next === consent) return;
    const outcome = await transact(deps.table, {
      person: currentEpochCheck(person),
      consent: consentWrite(next),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.entities_chosen',
        details: { clientId, legalEntityIds },
      }),
    });
    // A deactivation has ended the consent as well.
    if (outcome.kind === 'written' || outcome.label === 'person') return;
    return lostRace;
  });
}
