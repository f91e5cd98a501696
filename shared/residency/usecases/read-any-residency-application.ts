import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';

/** The application, whichever partner sent it; for operators. Error: 404. */
export async function readAnyResidencyApplication(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredResidencyApplication> {
  const application = await findResidencyApplication(table, id);
  if (application === null) throw apiErrors.notFound();
  return application;
}
