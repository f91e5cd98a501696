import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../../shared/kernel/db/table.ts';
import { kindOf } from '../kind-of.ts';

/** All items of the table. Only the recorder reads it like this. */
export async function readEverything(table: Table): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({ TableName: table.name, ExclusiveStartKey: start }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

/**
 * Removes redundant entries of the audit trail: keeps one of each act, and all acts by and about
 * the person, so that there are lists to page through.
 */
export async function thinOutAudit(table: Table, personId: string): Promise<void> {
  const seen = new Set<string>();
  for (const item of await readEverything(table)) {
    const kind = kindOf(item);
    if (!kind.startsWith('audit')) continue;
    const text = JSON.stringify([item['actor'], item['subject']]);
    const act = [kind, item['action'], item['outcome'], Object(item['actor']).kind].join(' ');
    const spare = seen.has(act) && !text.includes(personId);
    seen.add(act);
    if (!spare) continue;
    const { pk, sk } = item;
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  }
}

/** The newest two events of each kind, because the newest ones were not delivered. */
export function newestOfEach(events: readonly Item[]): readonly Item[] {
  const counts = new Map<string, number>();
  const newestFirst = events.toSorted((one, other) =>
    String(one['createdAt']) < String(other['createdAt']) ? 1 : -1,
  );
  return newestFirst.filter(({ event }) => {
    const { type, mail, subject } = Object(event);
    const sort = [type, mail?.template, subject?.type].join(' ');
    counts.set(sort, (counts.get(sort) ?? 0) + 1);
    return Number(counts.get(sort)) <= 2;
  });
}
