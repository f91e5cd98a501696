import * as z from 'zod/mini';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Table } from '../../kernel/db/table.ts';

const StoredRegistryRow = z.object({
  id: z.string(),
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.nullable(z.string()),
  version: z.int(),
});
export type StoredRegistryRow = z.output<typeof StoredRegistryRow>;

/**
 * Rows of the registry that were written at or after `since` (ISO 8601; empty: all), oldest first, in
 * batches of what one read gives. The index behind it follows the table within a second.
 */
export async function* registryChanges(
  table: Table,
  since: string,
): AsyncGenerator<readonly StoredRegistryRow[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.call('Query', {
      TableName: table.name,
      IndexName: 'gsi1',
      KeyConditionExpression:
        since === '' ? 'gsi1pk = :registry' : 'gsi1pk = :registry AND gsi1sk >= :since',
      ExpressionAttributeValues: {
        ':registry': 'REGISTRY',
        ...(since !== '' && { ':since': since }),
      },
      ExclusiveStartKey: start,
    });
    yield Items.map((item) => parseStored(StoredRegistryRow, item));
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
