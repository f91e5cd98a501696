import type { Actor } from '../../audit/audit-entry.ts';
import { auditPerson } from '../../audit/audit-person.ts';
import { create, put, transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { uniformInteger } from '../../kernel/domain/uniform-integer.ts';
import { apiErrors } from '../../kernel/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import {
  findPerson,
  personWrite,
  readResidencies,
  residencyWrite,
  type StoredPerson,
  type StoredResidency,
} from '../db/people.ts';
import { residentItem } from '../db/residents.ts';
import { endedByGrant, replacedByGrant } from '../domain/person.ts';
import type { ResidencyPeriod, ResidencyType } from '../domain/residency.ts';
import { residentPermitNumber } from '../domain/rpn.ts';
import { endsBeforeItBegins } from './terminate-residency.ts';

export interface ResidencyGrant {
  readonly residencyType: ResidencyType;
  /** Now, unless given. Instants in UTC with milliseconds. */
  readonly effectiveDate: string | undefined;
  readonly terminationDate: string | null;
}

/**
 * Grants a residency and ends the earlier ones. The first grant allocates the resident permit number,
 * which the person keeps for ever. A verification sees all of it at once.
 *
 * Errors: 404; 400 for an end before the beginning.
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
    const granted = residencyOf(grant, deps.newId(), at);
    const earlier = await readResidencies(deps.table, personId);
    const ended = endedByGrant(earlier, granted.effectiveDate);
    const residency = { ...granted, replaced: replacedByGrant(person, earlier, ended) };
    const rpn = person.residentPermitNumber ?? newNumber(deps);
    const next = { ...person, residency, residentPermitNumber: rpn };
    const kept = earlier.map((each) => ended.find(({ id }) => id === each.id) ?? each);
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      number: numberWrite(rpn, person, [...kept, residency]),
      granted: residencyWrite(personId, residency),
      ...Object.fromEntries(ended.map((each) => [each.id, residencyWrite(personId, each)])),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'residency.granted',
        details: { residencyId: residency.id, residencyType: residency.residencyType },
      }),
    });
    // Another writer was first, or the number is somebody else's: a new number is drawn.
    return outcome.kind === 'written' ? { person: next, residency } : lostRace;
  });
}

function residencyOf(
  { residencyType, terminationDate, ...grant }: ResidencyGrant,
  id: string,
  at: string,
): StoredResidency {
  const effectiveDate = grant.effectiveDate ?? at;
  if (terminationDate !== null && terminationDate < effectiveDate) throw endsBeforeItBegins();
  return { id, residencyType, effectiveDate, terminationDate, createdAt: at };
}

function newNumber({ random }: CoreDeps): string {
  return residentPermitNumber('natural_person', uniformInteger(10 ** 13, random));
}

function numberWrite(
  rpn: string,
  { id, residentPermitNumber: former }: StoredPerson,
  periods: readonly ResidencyPeriod[],
): Write {
  const item = residentItem(rpn, 'natural_person', id, periods);
  return former === null ? create(item) : put(item);
}
