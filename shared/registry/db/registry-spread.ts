import { keys } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { oneList, spreadMark } from './registry-lists.ts';

export interface RegistryWriter {
  readonly table: Table;
  /** What the deployment says (`CoreDeps.spreadRegistry`). */
  readonly spreadRegistry?: boolean | undefined;
}

/** Tables that are known to say it. */
const marked = new WeakSet<Table>();

/**
 * Whether a row of the registry is to be written to the spread lists: what the deployment says.
 *
 * Before this process writes the first, the one list says so, for ever: whoever reads changes asks the spread lists only
 * where it does, and so finds what a process wrote that is told otherwise than itself.
 */
export async function registrySpread({
  table,
  spreadRegistry = false,
}: RegistryWriter): Promise<boolean> {
  if (!spreadRegistry || marked.has(table)) return spreadRegistry;
  await updateItem(table, {
    Key: keys.registrySpread(),
    UpdateExpression: 'SET gsi1pk = :list, gsi1sk = :mark',
    ExpressionAttributeValues: { ':list': oneList.value, ':mark': spreadMark },
  });
  marked.add(table);
  return true;
}
