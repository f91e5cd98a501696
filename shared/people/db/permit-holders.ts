import { keys } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { put, type Write } from '../../kernel/db/transact.ts';
import { findPeople, type StoredPerson } from './people.ts';

/**
 * People with a permit number, by date of birth: whoever grants a permit reads who else may be the same person.
 *
 * An item per person leads to the person, who is read as they are now. The partition also counts what was filed in it. A grant of
 * a first permit is refused if that count is not the one that it has read, so of two grants to one person only one is written.
 */
export interface PermitHolders {
  readonly people: readonly StoredPerson[];
  /** For `permitHolderWrites`. */
  readonly filed: number;
}

/** Everyone with a permit number and this date of birth, strongly consistent. */
export async function readPermitHolders(table: Table, dateOfBirth: string): Promise<PermitHolders> {
  const items = await readAll(table, { value: keys.permitsFiled(dateOfBirth).pk });
  const ids = items.flatMap(({ personId }) => (typeof personId === 'string' ? [personId] : []));
  const people = await findPeople(table, ids);
  return {
    people: people.filter((person) => person.dateOfBirth === dateOfBirth),
    filed: Number(items.find(({ filed }) => filed !== undefined)?.['filed'] ?? 0),
  };
}

type Holder = Pick<StoredPerson, 'id' | 'dateOfBirth' | 'residentPermitNumber'>;

/**
 * The writes that file a person with a permit number under their date of birth, and take them from where they were. Nothing where
 * neither has changed. `read`: what a grant has read; `filed` is then refused if somebody was filed since.
 */
export function permitHolderWrites(
  before: Holder | null,
  after: Holder,
  read?: PermitHolders | null,
): {
  readonly holder: Write | undefined;
  readonly formerHolder: Write | undefined;
  readonly filed: Write | undefined;
} {
  const from = before === null ? null : placeOf(before);
  const to = placeOf(after);
  const moves = from !== to;
  return {
    holder:
      moves && to !== null
        ? put({ ...keys.permitHolder(to, after.id), personId: after.id })
        : undefined,
    formerHolder:
      moves && from !== null ? { remove: { Key: keys.permitHolder(from, after.id) } } : undefined,
    filed: moves && to !== null ? filedWrite(to, read) : undefined,
  };
}

function placeOf({ dateOfBirth, residentPermitNumber }: Holder): string | null {
  return residentPermitNumber === null ? null : dateOfBirth;
}

function filedWrite(dateOfBirth: string, read: PermitHolders | null | undefined): Write {
  const update = {
    Key: keys.permitsFiled(dateOfBirth),
    UpdateExpression: 'ADD filed :one',
    ExpressionAttributeValues: { ':one': 1 },
  };
  if (!read) return { update };
  if (read.filed === 0)
    return { update: { ...update, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    update: {
      ...update,
      ConditionExpression: 'filed = :read',
      ExpressionAttributeValues: { ':one': 1, ':read': read.filed },
    },
  };
}
