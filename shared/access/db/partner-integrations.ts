import * as z from 'zod/mini';
import { keys } from '../../kernel/db/keys.ts';
import { type ListFilter, listPlaces, readList } from '../../kernel/db/listed-kinds.ts';
import type { Page, PageBounds } from '../../kernel/db/page.ts';
import { parseFound, parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import { assign } from '../../kernel/db/update.ts';

/** An approved partner's integration, which owns Partner Keys. */
export const StoredIntegration = z.object({
  id: z.string(),
  name: z.string(),
  legalEntityId: z.nullable(z.string()),
  /** While false, the integration's keys are refused. */
  active: z.boolean(),
  redirectOrigins: z.array(z.string()),
  /** Partner Keys that are not revoked. */
  activeKeys: z.int(),
  /** The limit of emails to applicants that it can cause in a UTC day; null: the default. */
  claimMailsPerDay: z.nullable(z.int()),
  /** Applications to which someone with access to the applicant's mailbox has objected. */
  objections: z.int(),
  createdAt: z.string(),
});
export type StoredIntegration = z.output<typeof StoredIntegration>;

/** An integration, active or not; null for an unknown id. */
export async function findIntegration(table: Table, id: string): Promise<StoredIntegration | null> {
  return parseFound(StoredIntegration, await getItem(table, keys.integration(id)));
}

/**
 * The write that changes an integration, unless it was suspended, reactivated, or its number of
 * keys has changed since it was read. `changes` must not be empty.
 */
export function integrationWrite(
  { id, active, activeKeys }: StoredIntegration,
  changes: Readonly<Record<string, unknown>>,
): Write {
  const { update } = assign(keys.integration(id), changes);
  return {
    update: {
      ...update,
      ConditionExpression: 'active = :wasActive AND activeKeys = :hadKeys',
      ExpressionAttributeValues: {
        ...update.ExpressionAttributeValues,
        ':wasActive': active,
        ':hadKeys': activeKeys,
      },
    },
  };
}

/** The write that counts an objection. Refused if there is no such integration. */
export function objectionCountWrite(id: string): Write {
  return {
    update: {
      Key: keys.integration(id),
      UpdateExpression: 'ADD objections :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  };
}

/** The integration as it is stored, with its list keys. */
export function integrationItem(integration: StoredIntegration): Item {
  const places = listPlaces('partner_integration', {
    id: integration.id,
    createdAt: integration.createdAt,
  });
  return { ...keys.integration(integration.id), ...places, ...integration };
}

/** A page of all integrations, newest first. */
export async function pageOfIntegrations(
  table: Table,
  filter: Omit<ListFilter, 'state'>,
  request: Omit<PageBounds, 'keep'>,
): Promise<Page<StoredIntegration>> {
  const page = await readList(table, 'partner_integration', filter, request);
  return { ...page, items: page.items.map((item) => parseStored(StoredIntegration, item)) };
}
