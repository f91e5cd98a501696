import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { type Actor, sandboxReviewer } from '../../platform/domain/audit-entry.ts';
import type { CurrentClaim } from '../../reviews/domain/review-claim.ts';
import type { ShownClaim } from '../pages/review-work.ts';

/** Who acts without a person's name. */
const unnamed: Readonly<Partial<Record<Actor['kind'], string>>> = {
  operator: 'An operator',
  partner_key: 'The partner',
  system: 'The service',
};

/** What reviewers and operators are called, for other reviewers. One round trip, or none without persons. */
export async function namesOf(
  actors: readonly (Actor | null | undefined)[],
  { table }: { readonly table: Table },
): Promise<(actor: Actor) => string> {
  const ids = [...new Set(actors.flatMap((actor) => actor?.personId ?? []))];
  const people = ids.length === 0 ? [] : await getItems(table, ids.map(keys.person));
  const names = new Map(
    people.flatMap((item) => {
      const person = parseFound(StoredPerson, item);
      return person === null ? [] : [[person.id, personName(person) ?? person.email]];
    }),
  );
  return ({ kind, id, personId }) =>
    isSandbox({ kind, id })
      ? 'The sandbox'
      : (unnamed[kind] ?? names.get(personId ?? '') ?? 'Somebody');
}

function isSandbox({ kind, id }: Pick<Actor, 'kind' | 'id'>): boolean {
  return kind === sandboxReviewer.kind && id === sandboxReviewer.id;
}

/** Who is at work on a case, for the person who reads it. */
export function shownClaim(
  claim: CurrentClaim | null,
  personId: string,
  nameOf: (actor: Actor) => string,
): ShownClaim | null {
  if (claim === null) return null;
  const { by, at } = claim;
  return { name: nameOf(by), at, mine: by.kind === 'person' && by.id === personId };
}
