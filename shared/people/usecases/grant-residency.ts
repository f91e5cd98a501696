import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit-person.ts';
import {
  findPerson,
  personWrite,
  readResidencies,
  type StoredPerson,
  type StoredResidency,
} from '../db/people.ts';
import { permitHolderWrites } from '../db/permit-holders.ts';
import { residencyGrant } from '../db/residency-grant.ts';
import type { ResidencyType } from '../domain/residency.ts';
import { findSimilarPeople } from './similar-people.ts';
import { endsBeforeItBegins } from './terminate-residency.ts';

export interface ResidencyGrant {
  readonly residencyType: ResidencyType;
  /** Now, unless given. Instants in UTC with milliseconds. */
  readonly effectiveDate: string | undefined;
  readonly terminationDate: string | null;
  /** Why somebody gets a permit who may have one already; null, or absent: nobody has said. */
  readonly samePersonReason?: string | null;
}

/**
 * Grants a residency and ends the earlier ones. The first grant allocates the resident permit number,
 * which the person keeps for ever. A verification sees all of it at once.
 *
 * Errors: 404; 409 `person.erased`; 409 `person.may_have_permit` without a reason where somebody with a permit may be the same
 * person; 400 for an end before the beginning.
 */
export function grantResidency(
  personId: string,
  grant: ResidencyGrant,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly person: StoredPerson; readonly residency: StoredResidency }> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    // The person first: its version then vouches for the residencies that are read after it.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const found = await findSimilarPeople(person, person, deps);
    const similar = found?.similar.map((each) => each.person.id) ?? [];
    const { samePersonReason = null } = grant;
    if (similar.length > 0 && samePersonReason === null) throw apiErrors.mayHavePermit(similar);
    const granted = residencyOf(grant, deps.newId(), at);
    const earlier = await readResidencies(deps.table, personId);
    const { residency, rpn, writes } = residencyGrant(person, earlier, granted, deps.random);
    const next = { ...person, residency, residentPermitNumber: rpn };
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      ...writes(personId),
      ...permitHolderWrites(person, next, found?.holders),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'residency.granted',
        ...(similar.length > 0 && { reason: samePersonReason }),
        details: {
          residencyId: residency.id,
          residencyType: residency.residencyType,
          ...(similar.length > 0 && { similarPeople: similar }),
        },
      }),
    });
    // Another writer was first, or the number is somebody else's: a new number is drawn.
    return outcome.kind === 'written' ? { person: next, residency } : lostRace;
  });
}

function residencyOf(
  { residencyType, terminationDate, ...grant }: Omit<ResidencyGrant, 'samePersonReason'>,
  id: string,
  at: string,
): StoredResidency {
  const effectiveDate = grant.effectiveDate ?? at;
  if (terminationDate !== null && terminationDate < effectiveDate) throw endsBeforeItBegins();
  return { id, residencyType, effectiveDate, terminationDate, createdAt: at };
}
