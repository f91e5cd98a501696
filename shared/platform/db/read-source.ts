import type { MigrationSource } from '../../kernel/db/migration.ts';
import { type Place, readPart } from '../../kernel/db/page.ts';
import type { Item, Table } from '../../kernel/db/table.ts';

/** Some items of a source, newest first where it is a list; `next` is where it goes on, undefined at its end. */
export async function readSource(
  table: Table,
  source: MigrationSource,
  from: Place | undefined,
  limit: number,
): Promise<{ readonly items: readonly Item[]; readonly next: Place | undefined }> {
  if ('list' in source) return readPart(table, source.list, { from, limit });
  const { Items = [], LastEvaluatedKey } = await table.client.call('Scan', {
    TableName: table.name,
    ConsistentRead: true,
    Segment: source.scan.part,
    TotalSegments: source.scan.of,
    ExclusiveStartKey: from,
    Limit: limit,
  });
  return { items: Items, next: LastEvaluatedKey };
}
