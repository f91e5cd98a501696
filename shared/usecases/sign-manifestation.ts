import { findManifestation, manifestationWrite } from '../db/manifestations.ts';
import { personCheck } from '../db/people.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import type { Actor } from '../domain/audit.ts';
import {
  type AcceptableAgreement,
  type Manifestation,
  neverSigned,
  signManifestation as sign,
} from '../domain/manifestation.ts';
import { apiErrors } from '../errors.ts';
import { auditPerson } from './audit-person.ts';
import { lostRace, untilWritten } from './until-written.ts';

/**
 * Signs a person's Manifestation of Will, anew after a revocation; of a signed one it replaces the
 * agreements that are accepted in advance. What changes nothing is not recorded.
 *
 * Error: 404.
 */
export function signManifestation(
  personId: string,
  acceptedAgreements: readonly AcceptableAgreement[],
  actor: Actor,
  deps: CoreDeps,
): Promise<Manifestation> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const will = (await findManifestation(deps.table, personId)) ?? { ...neverSigned, version: 0 };
    const signed = sign(will, acceptedAgreements, at);
    if (signed === will) return will;
    const outcome = await transact(deps.table, {
      person: personCheck(personId),
      will: manifestationWrite(personId, { ...signed, version: will.version }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: will.active ? 'manifestation.updated' : 'manifestation.signed',
        details: { acceptedAgreements: signed.acceptedAgreements },
      }),
    });
    if (outcome.kind === 'written') return signed;
    if (outcome.label === 'person') throw apiErrors.notFound();
    return lostRace;
  });
}
