import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findApplicantAccess } from '../db/applicant-access.ts';
import {
  findOwnResidencyApplication,
  findResidencyApplications,
  listResidencyApplicationIds,
} from '../db/residency-applications.ts';
import type { ResidencyOfApplicant } from './present-residency-applications.ts';

/** The integration's application. One round trip. Error: 404, also for another integration's. */
export async function readResidencyApplication(
  id: string,
  caller: Pick<PartnerKeyCaller, 'integrationId'>,
  deps: { readonly table: Table },
): Promise<ResidencyOfApplicant> {
  const found = await findResidencyOfApplicant(id, caller, deps);
  if (found === null) throw apiErrors.residencyApplicationNotFound();
  return found;
}

/** The same; null where there is none. */
export async function findResidencyOfApplicant(
  id: string,
  { integrationId }: Pick<PartnerKeyCaller, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<ResidencyOfApplicant | null> {
  const [application, accesses] = await Promise.all([
    findOwnResidencyApplication(table, integrationId, id),
    findApplicantAccess(table, [id]),
  ]);
  return application && { application, access: accesses.get(id) };
}

/**
 * A page of the integration's applications, newest first; `cursor` is the id of the last one shown before.
 *
 * Error: 400 `Invalid pagination parameters` for a cursor that is not an application of the integration.
 */
export async function readResidencyApplications(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  { integrationId }: Pick<PartnerKeyCaller, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<{ readonly items: readonly ResidencyOfApplicant[]; readonly next: string | null }> {
  const after =
    cursor === undefined
      ? undefined
      : await findOwnResidencyApplication(table, integrationId, cursor);
  if (after === null) {
    const message = 'Must be the id of an application of the integration';
    throw apiErrors.invalidPagination([{ code: 'custom', path: ['cursor'], message }]);
  }
  const page = await listResidencyApplicationIds(table, integrationId, limit, after);
  const [applications, accesses] = await Promise.all([
    findResidencyApplications(table, page.ids),
    findApplicantAccess(table, page.ids),
  ]);
  const items = applications.map((application) => ({
    application,
    access: accesses.get(application.id),
  }));
  return { items, next: page.next };
}
