import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { StoredResidencyApplication } from '../db/residency-applications.ts';

/** The name of the partner that sent the application; null when it is not registered. */
export async function partnerOf(
  { integrationId }: Pick<StoredResidencyApplication, 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  return (await findIntegration(table, integrationId))?.name ?? null;
}

/** Where the partner wants the signer, unless the origin was withdrawn or the integration suspended since. */
export async function wayBack(
  { redirectUrl, integrationId }: Pick<StoredResidencyApplication, 'redirectUrl' | 'integrationId'>,
  { table }: { readonly table: Table },
): Promise<string | null> {
  if (redirectUrl === null) return null;
  const integration = await findIntegration(table, integrationId);
  return integration?.active && integration.redirectOrigins.includes(new URL(redirectUrl).origin)
    ? redirectUrl
    : null;
}
