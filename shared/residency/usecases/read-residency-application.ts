import type { PartnerKeyCaller } from '../../access/auth/caller.ts';
import { Id } from '../../kernel/contracts/text.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { findApplicantAccess } from '../db/applicant-access.ts';
import {
  findOwnResidencyApplication,
  findResidencyApplications,
  listResidencyApplicationIds,
  residencyApplicationPlace,
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
 * A page of the integration's applications, newest first. `cursor` is the place that the page before ended with, or, of an
 * earlier release, the id of its last application.
 *
 * Error: 400 `Invalid pagination parameters` for an id that is not an application of the integration.
 */
export async function readResidencyApplications(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  { integrationId }: Pick<PartnerKeyCaller, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<Page<ResidencyOfApplicant>> {
  const after =
    cursor !== undefined && Id.safeParse(cursor).success
      ? await placeOfId(cursor, integrationId, table)
      : cursor;
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

async function placeOfId(id: string, integrationId: string, table: Table): Promise<string> {
  const application = await findOwnResidencyApplication(table, integrationId, id);
  if (application !== null) return residencyApplicationPlace(application);
  const message = 'Must be a cursor of this list';
  throw apiErrors.invalidPagination([{ code: 'custom', path: ['cursor'], message }]);
}
