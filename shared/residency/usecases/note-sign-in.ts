import type { Table } from '../../kernel/db/table.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { recordLogin } from '../db/applicant-access.ts';

/** Notes a sign-in for the partner through which the account was claimed, if one was. */
export async function noteSignIn(
  { residencyApplicationId, email }: StoredPerson,
  at: string,
  table: Table,
): Promise<void> {
  const applicationId = residencyApplicationId ?? null;
  if (applicationId !== null) await recordLogin(table, { applicationId, email }, at);
}
