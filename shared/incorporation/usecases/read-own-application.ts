import type { PersonalCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findApplication, listApplications, type StoredApplication } from '../db/applications.ts';

/** Whether the caller may see an application of theirs, or of their key's owner: an Agent Key, only API-created ones (spec 4.4). */
function isVisibleTo(
  { createdViaAPI }: Pick<StoredApplication, 'createdViaAPI'>,
  { kind }: Pick<PersonalCaller, 'kind'>,
): boolean {
  return kind !== 'agent' || createdViaAPI;
}

/**
 * The key owner's application. Error: 404, the same for one that does not exist and one that is not visible.
 */
export async function readOwnApplication(
  table: Table,
  id: string,
  caller: PersonalKeyCaller,
): Promise<StoredApplication> {
  const application = await findOwnApplication(table, id, caller);
  if (application === null) throw apiErrors.applicationNotFound();
  return application;
}

/** The same, also in the portal; null where there is none that the caller may see. */
export async function findOwnApplication(
  table: Table,
  id: string,
  caller: PersonalCaller,
): Promise<StoredApplication | null> {
  const application = await findApplication(table, caller.personId, id);
  return application !== null && isVisibleTo(application, caller) ? application : null;
}

/** The key owner's applications, as far as the key may see them, newest first. */
export async function readOwnApplications(
  table: Table,
  caller: PersonalKeyCaller,
): Promise<readonly StoredApplication[]> {
  const applications = await listApplications(table, caller.personId);
  return applications.filter((application) => isVisibleTo(application, caller));
}
