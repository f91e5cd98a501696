import type { Table } from '../../shared/kernel/db/table.ts';

/**
 * The table with an action that runs once, between all reads before the first transaction and that
 * transaction, to test races. With `part`, it runs before the first request whose input contains
 * it.
 */
export function justBefore(table: Table, event: () => Promise<unknown>, part?: string): Table {
  const { client } = table;
  let happened: Promise<unknown> | null = null;
  return {
    ...table,
    client: {
      ...client,
      call: async (operation, input) => {
        const due =
          part === undefined
            ? operation === 'TransactWriteItems'
            : JSON.stringify(input).includes(part);
        if (due) {
          happened ??= event();
          await happened;
        }
        return client.call(operation, input);
      },
    },
  };
}
