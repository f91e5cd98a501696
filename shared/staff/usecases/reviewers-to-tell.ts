import type { Table } from '../../kernel/db/table.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { findPeople } from '../../people/db/people.ts';
import { isTakenOver, readStaff } from '../db/staff.ts';
import { mayDo, rightsOf } from '../domain/staff-rights.ts';

/**
 * The addresses that are told of what waits for reviewers: those of the setting that no item has taken over, whether or not there is
 * an account, and those of members who decide on one of the types. Two round trips; one where there are no items.
 */
export async function reviewersToTell(
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
