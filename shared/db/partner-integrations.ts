import * as z from 'zod/mini';
import { keys } from './keys.ts';
import { parseFound } from './stored.ts';
import { getItem, type Item, type Table } from './table.ts';

/** An approved partner's integration, for which Partner Keys speak. */
export const StoredIntegration = z.object({
  id: z.string(),
  name: z.string(),
  legalEntityId: z.nullable(z.string()),
  /** While false, the integration's keys open nothing. */
  active: z.boolean(),
  redirectOrigins: z.array(z.string()),
  /** Partner Keys that are not revoked. */
  activeKeys: z.int(),
  createdAt: z.string(),
});
export type StoredIntegration = z.output<typeof StoredIntegration>;

export async function findIntegration(table: Table, id: string): Promise<StoredIntegration | null> {
  return parseFound(StoredIntegration, await getItem(table, keys.integration(id)));
}

export function integrationItem(integration: StoredIntegration): Item {
  return { ...keys.integration(integration.id), ...integration };
}
