import { keys } from '../../../shared/kernel/db/keys.ts';
import { partitionPatterns } from '../../../shared/kernel/db/schema.ts';
import type { ItemKind } from '../../../shared/kernel/http/data-needs.ts';
import type { TableAccess } from '../table-accesses.ts';
import { matches } from './matches.ts';

const words: Readonly<Record<string, string>> = {
  PutItem: 'put',
  UpdateItem: 'update',
  DeleteItem: 'delete',
  ConditionCheckItem: 'check',
};

/** What to declare if the function is meant to do the refused act. */
export function howToDeclare(
  caller: string,
  { action, index, keys: touched }: TableAccess,
): string {
  const place = /^functions\/(workflows|outbox|gateway)\//.test(caller)
    ? 'for it in shared/service/routes/background.ts'
    : 'in its row in the route table';
  if (index !== null) return `declare indexes: ['${index}'] ${place}`;
  const word = words[action];
  if (word === undefined) return `declare table: 'read' ${place}`;
  const kinds = [...new Set(touched.flatMap(({ pk, sk }) => kindsOf(pk, sk)))];
  if (kinds.length === 0) return 'its key is not one of shared/kernel/db/keys.ts';
  return `declare writes: { ${word}: ['${kinds.join("' or '")}'] } ${place}`;
}

/** The kinds of items that have such a key, the most exact ones. */
function kindsOf(pk: string, sk: string): readonly ItemKind[] {
  const inPartition = kindNames.filter((kind) =>
    partitionPatterns(kind).some((pattern) => matches(pattern, pk)),
  );
  const found = inPartition
    .map((kind) => ({ kind, pattern: sortPattern(kind) }))
    .filter(({ pattern }) => matches(pattern, sk))
    .toSorted((left, right) => literal(right.pattern) - literal(left.pattern));
  const best = found[0];
  return found
    .filter(({ pattern }) => best && literal(pattern) === literal(best.pattern))
    .map(({ kind }) => kind);
}

// Object.keys loses the names' type.
const kindNames = Object.keys(keys) as ItemKind[];

function sortPattern(kind: ItemKind): string {
  // Every key function takes texts only.
  const make = keys[kind] as (...parts: readonly string[]) => { readonly sk: string };
  return make('*', '*', '*').sk;
}

function literal(pattern: string): number {
  return pattern.replaceAll('*', '').length;
}
