import type { Table } from '../../shared/kernel/db/table.ts';

/**
 * The table, with something that happens once, after all that was read before the first transaction and before
 * that transaction itself: the moment that a race is about. `part`: before the first request that has it in its
 * input instead.
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
