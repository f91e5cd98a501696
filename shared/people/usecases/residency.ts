import { put, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import {
  findPerson,
  personWrite,
  readResidencies,
  residencyWrite,
  type StoredPerson,
  type StoredResidency,
} from '../db/people.ts';
import { permitHolderWrites, residencyGrant, residentItem } from '../db/residents.ts';
import { terminatedResidency as terminate } from '../domain/person.ts';
import type { ResidencyType } from '../domain/residency.ts';
import * as peopleErrors from '../errors/people-errors.ts';
import { findSimilarPeople } from './read-people.ts';

export interface ResidencyGrant {
  readonly residencyType: ResidencyType;
  /** The default is now. Instants are in UTC with milliseconds. */
  readonly effectiveDate: string | undefined;
  readonly terminationDate: string | null;
  /** Why someone gets a permit although they may already have one; null or absent if not given. */
  readonly samePersonReason?: string | null;
}

/**
 * Grants a residency and ends the earlier ones. The first grant allocates the permanent resident
 * permit number. A verification sees either none or all of these changes.
 *
 * Errors: 404; 409 `person.erased`; 409 `person.may_have_permit` without a reason if a permit
 * holder may be the same person; 400 for an end before the start.
 */
export function grantResidency(
  personId: string,
  grant: ResidencyGrant,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly person: StoredPerson; readonly residency: StoredResidency }> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // The person is read first: if its version is unchanged at the write, the residencies read
    // after it are complete.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    if (person.erasure !== undefined) throw apiErrors.personErased();
    const found = await findSimilarPeople(person, person, deps);
    const similar = found?.similar.map((each) => each.person.id) ?? [];
    const { samePersonReason = null } = grant;
    if (similar.length > 0 && samePersonReason === null) throw peopleErrors.mayHavePermit(similar);
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
    // A concurrent write was first, or the number is already allocated: a new number is drawn.
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

/**
 * Ends a residency, now unless a date is given. Does nothing if it has ended by then.
 *
 * Errors: 404 for an unknown person or residency; 400 for an end before the start; 409
 * `residency.ends_earlier` for a date after its end.
 */
export function terminateResidency(
  { personId, residencyId }: { readonly personId: string; readonly residencyId: string },
  terminationDate: string | undefined,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly person: StoredPerson; readonly residency: StoredResidency }> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // The person is read first: if its version is unchanged at the write, the residencies read
    // after it are complete.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    const residencies = await readResidencies(deps.table, personId);
    const residency = residencies.find(({ id }) => id === residencyId);
    const rpn = person.residentPermitNumber;
    if (residency === undefined || rpn === null) throw apiErrors.notFound();
    const ended = endOf(residency, terminationDate, at);
    if (ended === residency) return { person, residency };
    const next = person.residency?.id === residencyId ? { ...person, residency: ended } : person;
    const periods = residencies.map((each) => (each === residency ? ended : each));
    const outcome = await transact(deps.table, {
      person: personWrite(next),
      number: put(residentItem(rpn, 'natural_person', personId, periods)),
      residency: residencyWrite(personId, ended),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'residency.terminated',
        details: { residencyId, terminationDate: ended.terminationDate },
      }),
    });
    return outcome.kind === 'written' ? { person: next, residency: ended } : lostRace;
  });
}

function endOf(
  residency: StoredResidency,
  terminationDate: string | undefined,
  at: string,
): StoredResidency {
  const decision = terminate(residency, terminationDate, at);
  if (decision.ok) return decision.next;
  throw decision.reason === 'ends_earlier'
    ? peopleErrors.residencyEndsEarlier()
    : endsBeforeItBegins();
}

/** 400 for a residency that would end before it begins. */
function endsBeforeItBegins(): ApiError {
  return apiErrors.invalidBody([
    {
      code: 'too_small',
      expected: 'date not before effectiveDate',
      received: 'string',
      path: ['terminationDate'],
      message: 'Must not be before effectiveDate',
    },
  ]);
}
