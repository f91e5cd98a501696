import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';

/** Somebody of the registry who applied for something, or signed or requested it. */
export interface KnownPerson {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
}

/** The person, for reviewers. Throws when there is none. */
export async function knownPerson(
  id: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<KnownPerson> {
  const person = await findPerson(table, id);
  if (person === null) throw new Error(`person ${id} does not exist`);
  const { residency } = person;
  const residencyActive = residency !== null && isActive(residency, now().toISOString());
  return { person, residencyActive };
}
