import type { Table } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { hasStatus } from '../../kernel/errors/api-error.ts';
import { findPeople, type StoredPerson } from '../../people/db/people.ts';
import { readPeople } from '../../people/usecases/read-people.ts';
import type { ConsoleEntity } from '../../registry/pages/console-entity-pages.ts';
import { readEntity } from '../../registry/usecases/read-entities.ts';
import type { OperatorApproval } from '../../staff/contracts/approvals-contract.ts';
import * as staffErrors from '../../staff/errors/staff-errors.ts';
import { personNames } from './read-review-pages.ts';

/** Someone by their full email address or permit number; null: nobody has it. */
export async function findByContact(
  sought: string,
  { table }: { readonly table: Table },
): Promise<StoredPerson | null> {
  if (sought === '') return null;
  const choice = sought.includes('@')
    ? { email: sought }
    : { residentPermitNumber: digits(sought) };
  const { items } = await readPeople({ ...choice, limit: 1 }, { table });
  return items[0] ?? null;
}

/** By what someone looks for an entity: its number, or its name. */
export function soughtEntity(sought: string) {
  if (sought === '') return {};
  return /^\d+$/.test(digits(sought)) ? { residentPermitNumber: digits(sought) } : { name: sought };
}

function digits(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

/** An entity with who represents it, for the person `readerId`. Error: 404. Two round trips. */
export async function readConsoleEntity(
  id: string,
  readerId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<ConsoleEntity> {
  const { entity, representatives } = await readEntity(table, id);
  const ids = representatives.map(({ personId }) => personId);
  const people = new Map((await findPeople(table, ids)).map((person) => [person.id, person]));
  return {
    entity,
    representatives: representatives.map(({ personId, since }) => ({
      personId,
      since,
      person: people.get(personId) ?? null,
    })),
    own: ids.includes(readerId),
    now: now().toISOString(),
  };
}

/**
 * Refuses what someone in the console would do for themselves: with an entity that they represent, or as its new representative.
 * `params`: ids in the operation's path. Error: 403 `staff.own_entity`; 404.
 */
export async function refuseOwnEntity(
  operation: string,
  params: Readonly<Record<string, string>>,
  personId: string,
  { table }: { readonly table: Table },
): Promise<void> {
  if (!aboutEntity(operation)) return;
  const { representatives } = await readEntity(table, params['id'] ?? '');
  const represents = representatives.some((each) => each.personId === personId);
  if (represents || params['personId'] === personId) throw staffErrors.staffOwnEntity();
}

function aboutEntity(operation: string): boolean {
  return /LegalEntity$|Representative$/.test(operation);
}

/** What an approval is about, as its page shows it, and the names of people in it. */
export async function readApprovalNames(
  { operation, params, askedBy, decidedBy }: OperatorApproval,
  { table }: { readonly table: Table },
) {
  const { id, personId } = params;
  const [found, nameOf] = await Promise.all([
    id !== undefined && aboutEntity(operation) ? entityOrNull(id, table) : null,
    personNames([askedBy, decidedBy, personId], { table }),
  ]);
  const about = [
    found && {
      name: 'Legal entity',
      text: fullName(found.entity),
      path: `/portal/console/entities/${found.entity.id}` as const,
    },
    personId !== undefined && { name: 'Person', text: nameOf(personId) ?? personId, path: null },
  ].filter((each) => each !== null && each !== false);
  return { about, nameOf };
}

async function entityOrNull(id: string, table: Table) {
  try {
    return await readEntity(table, id);
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}
