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

/** Where a reading goes on: after the last row that it gave. */
export type ReadingPlace = Readonly<Record<string, unknown>>;

/** What one read gives. */
export interface RegistryBatch {
  readonly rows: readonly StoredRegistryRow[];
  /** Where the next read begins; undefined after the last. */
  readonly place: ReadingPlace | undefined;
}

/**
 * Rows of the registry that were written at or after `since` (ISO 8601; empty: all), oldest first, in
 * batches of what one read gives; from a place on where an earlier reading was left. The index behind it follows the
 * table, mostly within a second.
 */
export async function* registryChanges(
  table: Table,
  since: string,
  from?: ReadingPlace,
): AsyncGenerator<RegistryBatch> {
  let place = from;
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
      ExclusiveStartKey: place,
    });
    place = LastEvaluatedKey;
    yield { rows: Items.map((item) => parseStored(StoredRegistryRow, item)), place };
  } while (place !== undefined);
}
