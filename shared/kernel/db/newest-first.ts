import { readAll } from './page.ts';
import type { Table } from './table.ts';

/**
 * All things in an owner's partition whose sort keys are ids, and so say nothing of their age: newest first,
 * those of one instant by id.
 */
export async function readNewestFirst<
  T extends { readonly createdAt: string; readonly id: string },
>(
  table: Table,
  where: { readonly value: string; readonly prefix: string },
  parse: (item: Readonly<Record<string, unknown>>) => T,
): Promise<readonly T[]> {
  const order = ({ createdAt, id }: T) => `${createdAt} ${id}`;
  const items = await readAll(table, where);
  return items.map(parse).toSorted((left, right) => (order(left) > order(right) ? -1 : 1));
}
