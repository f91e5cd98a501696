import * as z from 'zod/mini';
import type { Table } from '../../kernel/db/table.ts';
import type { TableClient } from '../../kernel/db/table-client.ts';

const Capacity = z.object({ CapacityUnits: z._default(z.number(), 0) });
const Answer = z.object({ ConsumedCapacity: z.optional(z.union([z.array(Capacity), Capacity])) });

/** The same table, and how many units its answers say that they took: reads and writes together. */
export function meteredTable(table: Table): { readonly table: Table; units(): number } {
  let units = 0;
  const { client } = table;
  const call: TableClient['call'] = async (operation, input) => {
    const answer = await client.call(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity = [] } = z.parse(Answer, answer);
    for (const { CapacityUnits } of [ConsumedCapacity].flat()) units += CapacityUnits;
    return answer;
  };
  return { table: { ...table, client: { ...client, call } }, units: () => units };
}
