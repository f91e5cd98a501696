import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { consentWrite, findConsent } from '../db/oauth-consents.ts';
import { consentStands, extendConsent } from '../domain/oauth-consent.ts';
import { type NotRepresented, sharedEntities } from './shared-entities.ts';
import { sharedInTrail } from './shared-in-trail.ts';

export interface EntityChoice {
  /** As stored now. */
  readonly person: StoredPerson;
  readonly clientId: string;
  /** As they were sent. */
  readonly legalEntityIds: readonly string[];
}

/**
 * Replaces the choice of legal entities that a client may see. Its tokens lose access at once to what is not
 * chosen any more; they gain access to newly chosen ones with its next authorization. Without a consent about
 * legal entities, nothing is done.
 */
export function chooseConnectionEntities(
  { person, clientId, legalEntityIds: chosen }: EntityChoice,
  deps: CoreDeps,
): Promise<{ readonly kind: 'done' } | NotRepresented> {
  return untilWritten<{ readonly kind: 'done' } | NotRepresented>(async () => {
    const at = deps.now().toISOString();
    const consent = await findConsent(deps.table, person.id, clientId);
    if (consent === null || !consentStands(consent, person)) return done;
    const { scopes } = consent;
    const legalEntityIds = await sharedEntities({ personId: person.id, scopes, chosen }, deps);
    if (legalEntityIds === null) return { kind: 'not_represented' };
    const next = extendConsent(consent, { scopes, legalEntityIds }, at);
    if (next === consent) return done;
    const outcome = await transact(deps.table, {
      // A deactivation has ended the consent as well.
      person: orElse(actingEpochCheck(person), () => done),
      consent: consentWrite(next),
      ...auditPerson(deps, {
        at,
        actor: personActor(person.id),
        personId: person.id,
        action: 'oauth_client.entities_chosen',
        details: { clientId, ...sharedInTrail(legalEntityIds) },
      }),
    });
    return outcome.kind === 'written' ? done : (outcome.refusal ?? lostRace);
  });
}

const done = { kind: 'done' } as const;
