import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Node } from 'constructs';
import { partnerLimit } from '../shared/access/domain/usage-plan.ts';
import { keys } from '../shared/kernel/db/keys.ts';
import { idempotencyPattern, partitionPatterns } from '../shared/kernel/db/schema.ts';
import type { AuthRule } from '../shared/kernel/domain/auth-rule.ts';
import type { DataNeeds, ItemKind } from '../shared/kernel/http/data-needs.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { usedProofs } from '../shared/oauth/db/used-proofs.ts';

export interface DataArns {
  readonly table: string;
  /** The bucket; a folder's objects are below it. */
  readonly documents: string;
  readonly tableRights: TableRights;
}

/** Whether a function may write only in the partitions of its declared kinds, or in the whole table. */
export type TableRights = 'kinds' | 'table';

/**
 * Parses `tableRights`; `kinds` by default. `npm run preflight -- --try-rights` shows where `table` is needed. Throws
 * for any other value.
 */
export function tableRights(node: Node): TableRights {
  const given = String(node.tryGetContext('tableRights') ?? 'kinds');
  if (given !== 'kinds' && given !== 'table') throw new Error('tableRights: kinds or table');
  return given;
}

const plainReads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];

/** The IAM actions for the words of a declaration. */
const tableActions = {
  get: 'dynamodb:GetItem',
  getMany: 'dynamodb:BatchGetItem',
  query: 'dynamodb:Query',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  delete: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
} as const;

type Word = keyof typeof tableActions;

/** Kinds of items by what is done to them. */
type KindsByWord = { readonly [W in Word]?: readonly ItemKind[] };

/** An action on the partitions that match a pattern. */
interface KeyAccess {
  readonly word: Word;
  readonly pattern: string;
}

/** The statements of a function that serves these rows: everything that they declare, and what serving them needs. */
export function rowStatements(rows: readonly Route[], arns: DataArns): readonly PolicyStatement[] {
  return statements(rows, rows.flatMap(servingAccess), arns);
}

/** The statements that give a function exactly what it needs; `more`: needs that depend on settings. */
export function accessStatements(
  needs: DataNeeds,
  arns: DataArns,
  ...more: readonly DataNeeds[]
): readonly PolicyStatement[] {
  return statements([needs, ...more], [], arns);
}

/** Statements for only some kinds of items. */
export function kindStatements(kinds: KindsByWord, arns: DataArns): readonly PolicyStatement[] {
  return keyStatements(keyAccess(kinds), arns);
}

function statements(
  needs: readonly DataNeeds[],
  more: readonly KeyAccess[],
  arns: DataArns,
): readonly PolicyStatement[] {
  const folders = (word: 'get' | 'put' | 'remove' | 'erase') =>
    needs.flatMap(({ documents }) => documents?.[word] ?? []);
  const files = (word: 'get' | 'put' | 'remove' | 'erase') =>
    folders(word).map((folder) => `${arns.documents}/${folder}/*`);
  return [
    ...allow(plainReads, needs.some(({ table }) => table === 'read') ? [arns.table] : []),
    ...allow(['dynamodb:Scan'], needs.some(({ scan }) => scan) ? [arns.table] : []),
    ...allow(
      ['dynamodb:Query'],
      needs.flatMap(({ indexes = [] }) => indexes).map((name) => `${arns.table}/index/${name}`),
    ),
    ...keyStatements([...needs.flatMap(({ writes = {} }) => keyAccess(writes)), ...more], arns),
    ...allow(['s3:GetObject'], files('get')),
    ...allow(['s3:PutObject'], files('put')),
    ...allow(['s3:DeleteObject'], files('remove')),
    // Listing versions is a right on the bucket. The service lists only versions of files that it erases.
    ...allow(['s3:ListBucketVersions'], folders('erase').length > 0 ? [arns.documents] : []),
    ...allow(['s3:DeleteObjectVersion'], files('erase')),
  ];
}

/** What the middlewares write: call counters, days of key use, stored answers for retries. */
function servingAccess({ limit, idempotent, auth }: Route): readonly KeyAccess[] {
  const kept = ['put', 'update', 'delete'] as const;
  return [
    ...(limit ? [{ word: 'update' as const, pattern: counterKeys[limit] }] : []),
    // A metered call can request a gateway key.
    ...(limit === 'registry' ? [{ word: 'put' as const, pattern: keys.event('*').pk }] : []),
    ...(takesTokens(auth) ? [{ word: 'update' as const, pattern: proofKeys }] : []),
    ...(takesKeys(auth) ? [{ word: 'update' as const, pattern: keys.keyUse('*').pk }] : []),
    ...(idempotent ? kept.map((word) => ({ word, pattern: idempotencyPattern })) : []),
  ];
}

/** Proofs of some clients are single-use wherever their tokens are accepted. */
function takesTokens({ scheme }: AuthRule): boolean {
  return scheme === 'oauth' || scheme === 'any';
}

function takesKeys(auth: AuthRule): boolean {
  if (auth.scheme === 'oauth') return auth.agentScope !== undefined;
  return ['key', 'any-key', 'partner', 'any'].includes(auth.scheme);
}

const counterKeys: Readonly<Record<NonNullable<Route['limit']>, string>> = {
  registry: keys.rateCount('*').pk,
  partner: attemptsOf(partnerLimit.kind),
};

const proofKeys = attemptsOf(usedProofs.kind);

/** Where attempts of a kind are counted. */
function attemptsOf(kind: string): string {
  return keys.attempts(kind, '', '').pk.replace(/[^#]*$/, '*');
}

function keyAccess(kinds: KindsByWord): readonly KeyAccess[] {
  // Object.entries loses the type of the names.
  return (Object.entries(kinds) as [Word, readonly ItemKind[]][]).flatMap(([word, each]) =>
    each.flatMap(partitionPatterns).map((pattern) => ({ word, pattern })),
  );
}

/** One statement per action, for all partitions in which it is allowed. */
function keyStatements(
  requested: readonly KeyAccess[],
  arns: DataArns,
): readonly PolicyStatement[] {
  return [...Map.groupBy(requested, ({ word }) => tableActions[word])].map(
    ([action, each]) =>
      new PolicyStatement({
        actions: [action],
        resources: [arns.table],
        ...(arns.tableRights === 'kinds' && {
          conditions: {
            'ForAllValues:StringLike': {
              'dynamodb:LeadingKeys': [...new Set(each.map(({ pattern }) => pattern))].toSorted(),
            },
            // ForAllValues alone also matches a request that names no partition.
            Null: { 'dynamodb:LeadingKeys': 'false' },
          },
        }),
      }),
  );
}

function allow(actions: readonly string[], resources: readonly string[]): PolicyStatement[] {
  if (resources.length === 0) return [];
  return [new PolicyStatement({ actions: [...actions], resources: [...new Set(resources)] })];
}
