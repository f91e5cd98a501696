import { compareBranches } from './compare-branches.ts';
import type { Json } from './json.ts';
import { objectOf } from './json.ts';
import { type Branch, branchesOf } from './schema-branches.ts';

/** The direction of a schema: it restricts what callers may send, or what the service may answer. */
export type Direction = 'request' | 'answer';

export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly direction: Direction;
  /** Pairs of components that were compared, or are being compared, by name. */
  readonly seen: Map<string, readonly string[]>;
}

/**
 * What a client of the earlier schema can no longer rely on, one line each: in a request, values that are no longer
 * valid; in an answer, new values and removed fields.
 *
 * `place` is the schema's path. Two components are compared once, under the first place.
 */
export function compareSchemas(
  comparison: Comparison,
  place: string,
  before: unknown,
  after: unknown,
): readonly string[] {
  const names = [componentOf(before), componentOf(after)];
  if (names[0] === undefined || names[1] === undefined) {
    return compareWays(comparison, place, before, after);
  }
  const pair = `${comparison.direction} ${names.join(' ')}`;
  const found = comparison.seen.get(pair);
  if (found) return found;
  // A recursive reference is compared where it began.
  comparison.seen.set(pair, []);
  const changes = compareWays(comparison, component(comparison, names[1]), before, after);
  comparison.seen.set(pair, changes);
  return changes;
}

function component({ direction }: Comparison, name: string): string {
  return `\`${name}\`, ${direction === 'request' ? 'sent' : 'answered'}`;
}

function componentOf(schema: unknown): string | undefined {
  const { $ref } = objectOf(schema);
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
}

function compareWays(
  comparison: Comparison,
  place: string,
  before: unknown,
  after: unknown,
): readonly string[] {
  const earlier = branchesOf(comparison.before, before);
  const later = branchesOf(comparison.after, after);
  const request = comparison.direction === 'request';
  const [needed, offered] = request ? [earlier, later] : [later, earlier];
  const changes: string[] = [];
  for (const [type, branches] of Map.groupBy(needed, (branch) => branch.type)) {
    const matching = offered.filter((branch) => fits(type, branch.type));
    if (matching.length === 0) {
      changes.push(`${place}: ${otherType(request, type, branches, offered)}`);
      continue;
    }
    for (const branch of joined(branches)) {
      changes.push(...nearest(comparison, place, branch, joined(matching)));
    }
  }
  return changes;
}

/** Whether every value of one type is also of the other; null is any type. */
function fits(type: string | null, other: string | null): boolean {
  return other === null || type === other || (type === 'integer' && other === 'number');
}

function otherType(
  request: boolean,
  type: string | null,
  branches: readonly Branch[],
  offered: readonly Branch[],
): string {
  const values = branches.flatMap(({ keywords }) =>
    Array.isArray(keywords['enum']) ? keywords['enum'] : [],
  );
  const what = values.length > 0 ? JSON.stringify(values) : (type ?? 'any type');
  const others = [...new Set(offered.map((branch) => branch.type ?? 'any type'))].join(' or ');
  return request
    ? `${what} is no longer taken, only ${others}`
    : `can be ${what} now, before only ${others}`;
}

/** Merges lists of values, however many parts of a union they come from. */
function joined(branches: readonly Branch[]): readonly Branch[] {
  const lists = branches.filter(({ keywords }) => Object.keys(keywords).join() === 'enum');
  const [first] = lists;
  if (first === undefined || lists.length === 1) return branches;
  const values = lists.flatMap(({ keywords }) => keywords['enum']);
  return [
    ...branches.filter((branch) => !lists.includes(branch)),
    { type: first.type, keywords: { enum: values } },
  ];
}

/** The differences from the most similar branch: none if one covers it. */
function nearest(
  comparison: Comparison,
  place: string,
  branch: Branch,
  offered: readonly Branch[],
): readonly string[] {
  const { direction } = comparison;
  const request = direction === 'request';
  const nested = (inner: string, before: unknown, after: unknown) =>
    compareSchemas(comparison, inner, before, after);
  let fewest: readonly string[] | undefined;
  for (const other of offered) {
    const [before, after] = request ? [branch, other] : [other, branch];
    const shared = before.component !== undefined && after.component !== undefined;
    const at = shared ? component(comparison, after.component) : place;
    const changes = compareBranches(direction, nested, at, before, after);
    if (fewest === undefined || changes.length < fewest.length) fewest = changes;
  }
  return fewest ?? [];
}
