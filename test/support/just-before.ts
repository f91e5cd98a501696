import type { Table } from '../../shared/kernel/db/table.ts';

/**
 * The table, with something that happens once, after all that was read before the first transaction and before
 * that transaction itself: the moment that a race is about. `part`: before the first command that has it in its
 * input instead.
 */
export function justBefore(table: Table, event: () => Promise<unknown>, part?: string): Table {
  const { client } = table;
  let happened: Promise<unknown> | null = null;
  return {
    ...table,
    client: new Proxy(client, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : async (command: Parameters<typeof client.send>[0]) => {
              const due =
                part === undefined
                  ? command.constructor.name === 'TransactWriteCommand'
                  : JSON.stringify(command.input).includes(part);
              if (due) {
                happened ??= event();
                await happened;
              }
              return target.send(command);
            },
    }),
  };
}
