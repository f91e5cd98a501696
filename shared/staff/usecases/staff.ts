import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Product } from '../../kernel/domain/product.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPeople, findPerson } from '../../people/db/people.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { dropCodeWrite } from '../db/passkey-codes.ts';
import {
  findStaff,
  isTakenOver,
  listStaff,
  readStaff,
  type StoredStaffMember,
  staffMemberWrite,
  takenOverWrite,
} from '../db/staff.ts';
import {
  decideStaff,
  mayDo,
  rightsOf,
  type StaffCommand,
  type StaffRole,
} from '../domain/staff-rights.ts';
import * as staffErrors from '../errors/staff-errors.ts';

const actions = { add: 'staff.added', revise: 'staff.revised', remove: 'staff.removed' } as const;

/**
 * Adds someone to staff, changes their roles, or removes them, with effect from their next request.
 * From the first change on, their item decides. The setting `REVIEWERS` then no longer applies to
 * them or to a later holder of their current address.
 *
 * `version` is the version that the operator has read. A change without effect is not recorded.
 *
 * Errors: 404 for an unknown person, and for a revision of someone who is not on staff; 409
 * `staff.member` for adding someone who already is; 409 `staff.auditor_exclusive`,
 * `staff.operator_exclusive`; 409 `staff.outdated` if someone else has changed them since.
 */
export function changeStaff(
  personId: string,
  { version, ...command }: StaffCommand & { readonly version?: number | undefined },
  actor: Actor,
  deps: CoreDeps,
): Promise<StoredStaffMember> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const [person, { member, seeds }] = await Promise.all([
      findPerson(deps.table, personId),
      findStaff(deps.table, personId),
    ]);
    if (person === null) throw apiErrors.notFound();
    if (version !== undefined && version !== (member?.version ?? 0))
      throw staffErrors.staffOutdated();
    const decision = decideStaff(member, personId, command, at);
    if (!decision.ok) throw refusals[decision.reason]();
    const { next } = decision;
    if (member !== null && next === member && isTakenOver(seeds, person.email)) return member;
    const { roles, subjectTypes } = next;
    const outcome = await transact(deps.table, {
      member: staffMemberWrite(next, member),
      takenOver: takenOverWrite(seeds, person.email),
      code: command.type === 'remove' ? dropCodeWrite(personId) : undefined,
      ...auditAct(deps, {
        at,
        actor,
        action: actions[command.type],
        subject: { type: 'person', id: personId },
        details: {
          // Rights from the setting have no roles.
          previousRoles: member?.status === 'active' ? member.roles : [],
          ...(command.type !== 'remove' && { roles, subjectTypes: subjectTypes ?? 'all' }),
        },
      }),
    });
    return outcome.kind === 'written' ? { ...next, version: (member?.version ?? 0) + 1 } : lostRace;
  });
}

const refusals = {
  is_member: staffErrors.staffMember,
  no_member: apiErrors.notFound,
  auditor_exclusive: staffErrors.staffAuditorExclusive,
  operator_exclusive: staffErrors.staffOperatorExclusive,
} as const;

/** A page of staff with an item, including removed members. */
export function readStaffPage(
  { limit, cursor }: CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredStaffMember>> {
  return listStaff(table, { limit, after: cursor });
}

/** A page of the members with a status or a role, by person id. All are read: there are few. */
export async function findStaffMembers(
  {
    role,
    status,
    limit,
    cursor = '',
  }: CursorPage & {
    readonly role?: StaffRole | undefined;
    readonly status: StoredStaffMember['status'];
  },
  { table }: { readonly table: Table },
): Promise<Page<StoredStaffMember>> {
  const { members } = await readStaff(table);
  const requested = members
    .filter((member) => member.status === status && member.personId > cursor)
    .filter(({ roles }) => role === undefined || roles.includes(role))
    .toSorted((one, other) => (one.personId < other.personId ? -1 : 1));
  const items = requested.slice(0, limit);
  return { items, next: requested.length > limit ? (items.at(-1)?.personId ?? null) : null };
}

/** Error: 404 for a person without an item, even if the setting contains them. */
export async function readStaffMember(
  personId: string,
  { table }: { readonly table: Table },
): Promise<StoredStaffMember> {
  const { member } = await findStaff(table, personId);
  if (member === null) throw apiErrors.notFound();
  return member;
}

/**
 * The addresses that are notified of pending reviews: those of the setting that no item has
 * replaced, with or without an account, and those of members who decide one of the types. Two round
 * trips; one if there are no items.
 */
export async function reviewersToNotify(
  subjectTypes: readonly Product[],
  { table, reviewers }: { readonly table: Table; readonly reviewers: readonly string[] },
): Promise<readonly string[]> {
  const { members, seeds } = await readStaff(table);
  const deciding = members.filter(
    (member) =>
      member.status === 'active' &&
      subjectTypes.some((type) => mayDo(member, 'case.approve', type)),
  );
  const people = await findPeople(
    table,
    deciding.map(({ personId }) => personId),
  );
  const setting = { reviewers: [], isTakenOver: true };
  const reached = people.filter((person) => {
    const member = deciding.find(({ personId }) => personId === person.id) ?? null;
    return person.status === 'active' && rightsOf(person, member, setting) !== null;
  });
  return [
    ...reviewers.filter((address) => !isTakenOver(seeds, address)),
    ...reached.map(({ email }) => email),
  ];
}
