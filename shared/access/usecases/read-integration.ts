import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { partitions } from '../../kernel/db/keys.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { listOwnedKeys, type OwnedKey } from '../db/api-keys.ts';
import { findIntegration, type StoredIntegration } from '../db/partner-integrations.ts';

/** Error: 404. */
export async function readIntegration(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredIntegration> {
  const integration = await findIntegration(table, id);
  if (integration === null) throw apiErrors.notFound();
  return integration;
}

/** A page of the integration's keys, newest first. Error: 404. */
export async function readPartnerKeys(
  integrationId: string,
  { limit, cursor }: CursorPage,
  deps: { readonly table: Table },
): Promise<Page<OwnedKey>> {
  const [, page] = await Promise.all([
    readIntegration(integrationId, deps),
    listOwnedKeys(deps.table, partitions.integration(integrationId), { limit, after: cursor }),
  ]);
  return page;
}
