import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { matches } from './matches.ts';
import type { Policies, Statement } from './policies.ts';
import { cacheDirectory } from './policies-file.ts';

/**
 * One permission of a function: an action on a resource, for items that match one pattern of the
 * key condition.
 */
export interface Permission {
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
  /** A pattern of partition keys; `*` without a condition. */
  readonly pattern: string;
}

export interface UnusedReport {
  /** The total number. */
  readonly declared: number;
  readonly unused: readonly Permission[];
  readonly ranAt: string;
}

export const unusedFile = join(cacheDirectory, 'unused.json');

const usesFile = join(cacheDirectory, 'uses.json');

/**
 * Stores the permissions that this run did not use; `npm run permissions` prints them. With
 * `ADD_USES`, those that neither this run nor the previous one, with the other files, used.
 */
export function reportUnused(policies: Policies, usesOfThisRun: ReadonlySet<string>): void {
  mkdirSync(cacheDirectory, { recursive: true });
  const earlier: readonly string[] =
    process.env['ADD_USES'] && existsSync(usesFile)
      ? JSON.parse(readFileSync(usesFile, 'utf8'))
      : [];
  const uses = new Set([...earlier, ...usesOfThisRun]);
  writeFileSync(usesFile, JSON.stringify([...uses]));
  const report: UnusedReport = {
    declared: permissionsIn(policies).length,
    unused: unusedPermissions(policies, uses),
    ranAt: new Date().toISOString(),
  };
  writeFileSync(unusedFile, JSON.stringify(report));
}

/** The permissions that none of these uses needed; uses are those of `openPermissions`. */
export function unusedPermissions(
  policies: Policies,
  uses: ReadonlySet<string>,
): readonly Permission[] {
  const used = Map.groupBy(
    // Written by `openPermissions`.
    [...uses].map((line) => JSON.parse(line) as readonly [string, string, string, string]),
    ([caller, action]) => `${caller} ${action}`,
  );
  return permissionsIn(policies).filter(
    ({ caller, action, resource, pattern }) =>
      !sameRight(action, pattern)
        .flatMap((each) => used.get(`${caller} ${each}`) ?? [])
        .some(([, , place, key]) => matches(resource, place) && matches(pattern, key)),
  );
}

/** Reading the table is one right, with any read action. */
function sameRight(action: string, pattern: string): readonly string[] {
  return pattern === '*' && wholeReads.includes(action) ? wholeReads : [action];
}

const wholeReads: readonly string[] = ['BatchGetItem', 'GetItem', 'Query'].map(
  (name) => `dynamodb:${name}`,
);

function permissionsIn(policies: Policies): readonly Permission[] {
  return Object.entries(policies).flatMap(([caller, each]) =>
    each.flatMap(({ Statement }) => Statement.flatMap((one) => permissionsOf(caller, one))),
  );
}

/**
 * The permissions of a statement in the services whose engines check them: the table and the
 * documents.
 */
function permissionsOf(caller: string, { Action, Resource, Condition }: Statement): Permission[] {
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? '*';
  return [Action]
    .flat()
    .filter((action) => /^(s3:|dynamodb:(?!.*Stream|GetRecords|GetShardIterator))/.test(action))
    .flatMap((action) =>
      [Resource]
        .flat()
        .flatMap((resource) =>
          [keys].flat().map((pattern) => ({ caller, action, resource, pattern })),
        ),
    );
}
