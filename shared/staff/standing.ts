import type { ApiError } from '../kernel/api-error.ts';
import type { ItemKey } from '../kernel/db/keys.ts';
import type { Item, Table } from '../kernel/db/table.ts';
import { orElse, type Write } from '../kernel/db/transact.ts';
import type { Product } from '../kernel/domain/product.ts';
import { apiErrors } from '../kernel/errors.ts';
import type { StoredPerson } from '../people/db/people.ts';
import {
  findStaff,
  isTakenOver,
  type StaffItems,
  staffItems,
  staffKeys,
  unchangedStaffCheck,
} from './db/staff.ts';
import { mayDo, type Rights, rightsOf, type StaffAct } from './staff-rights.ts';

/** Somebody of the staff, with what they may do as of now: it is read for each request. */
export interface Standing extends Rights {
  readonly personId: string;
  /**
   * Refuses a transaction if operators have changed or removed them since, with what the next request would be told:
   * one of the two wins.
   */
  readonly unchanged: Write<ApiError>;
}

/** Where it is kept what somebody is to the staff, for `standingOf`: it is read with the session. */
export function standingKeys(personId: string): readonly ItemKey[] {
  return staffKeys(personId);
}

/** What the person is to the staff, by what was read at `standingKeys`; null: they are not of it. */
export function standingOf(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified'>,
  items: readonly (Item | undefined)[],
  reviewers: readonly string[],
): Standing | null {
  return standingFrom(person, staffItems(items), reviewers);
}

function standingFrom(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified'>,
  { member, seeds }: StaffItems,
  reviewers: readonly string[],
): Standing | null {
  const setting = { reviewers, isTakenOver: isTakenOver(seeds, person.email) };
  const rights = rightsOf(person, member, setting);
  if (rights === null) return null;
  const { roles, subjectTypes } = rights;
  const unchanged = orElse(unchangedStaffCheck(person.id, member), (found) =>
    found?.['status'] === 'active' ? apiErrors.staffChanged() : apiErrors.notFound(),
  );
  return { personId: person.id, roles, subjectTypes, unchanged };
}

/** The same, read now. */
export async function readStanding(
  person: Pick<StoredPerson, 'id' | 'email' | 'emailVerified'>,
  { table, reviewers }: { readonly table: Table; readonly reviewers: readonly string[] },
): Promise<Standing | null> {
  return standingFrom(person, await findStaff(table, person.id), reviewers);
}

/**
 * Refuses what somebody may not do with a case; `standing` undefined: an operator does it, whom IAM lets in. Errors: 404 where they
 * can't even look at it, 403 `staff.not_allowed` where they can.
 */
export function requireCaseRight(
  standing: Standing | undefined,
  act: StaffAct,
  { subject }: { readonly subject: { readonly type: Product } },
): void {
  if (standing === undefined || mayDo(standing, act, subject.type)) return;
  throw mayDo(standing, 'case.read', subject.type)
    ? apiErrors.staffNotAllowed()
    : apiErrors.notFound();
}
