import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { keys } from '../shared/db/keys.ts';
import { tableSchema } from '../shared/db/schema.ts';
import { partnerLimit } from '../shared/domain/partner-limit.ts';
import type { Route } from '../shared/http/route.ts';

/** What a function may do with the service's data. */
export interface FunctionAccess {
  readonly table: Route['table'];
  readonly documents?: Route['documents'];
  /** Items in which it counts calls, by patterns of their partition keys: writes, even where the rest only reads. */
  readonly counters?: readonly string[];
}

export interface DataArns {
  readonly table: string;
  /** All objects of the bucket. */
  readonly documents: string;
}

const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writes = [
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];

/** The access of a function that serves these rows: the least that satisfies each of them. */
export function accessOf(rows: readonly Route[]): FunctionAccess {
  return {
    table: strongest(rows.map(({ table }) => table)) ?? 'none',
    documents: strongest(rows.map(({ documents }) => documents)),
    counters: [...new Set(rows.flatMap(({ limit = null }) => (limit ? [counterKeys[limit]] : [])))],
  };
}

const counterKeys: Readonly<Record<NonNullable<Route['limit']>, string>> = {
  registry: keys.rateCount('*').pk,
  partner: keys.attempts(partnerLimit.kind, '', '').pk.replace(/[^#]*$/, '*'),
};

function strongest<A extends string | undefined>(wanted: readonly A[]): A | undefined {
  const order = ['read-write', 'read', 'none'];
  return wanted
    .filter((access) => access !== undefined)
    .toSorted((left, right) => order.indexOf(left) - order.indexOf(right))[0];
}

/** The statements that give a function its access, and nothing more. */
export function accessStatements(
  { table, documents, counters = [] }: FunctionAccess,
  arns: DataArns,
): readonly PolicyStatement[] {
  const indexes = tableSchema.indexes.map(({ name }) => `${arns.table}/index/${name}`);
  return [
    ...(table === 'none' ? [] : [allow(reads, [arns.table]), allow(['dynamodb:Query'], indexes)]),
    ...(table === 'read-write' ? [allow(writes, [arns.table])] : []),
    ...(table === 'read-write'
      ? []
      : counters.map((pattern) => onKeys('UpdateItem', pattern, arns))),
    ...(documents ? [allow(['s3:GetObject'], [arns.documents])] : []),
    ...(documents === 'read-write' ? [allow(['s3:PutObject'], [arns.documents])] : []),
  ];
}

/** Looking credentials up, and nothing else that the table holds. */
export function credentialStatements(arns: DataArns): readonly PolicyStatement[] {
  return [onKeys('GetItem', keys.apiKey('*').pk, arns)];
}

/** Publishing the keys that verify tokens, and nothing else that the table holds. */
export function signingKeyStatements(arns: DataArns): readonly PolicyStatement[] {
  const { pk } = keys.signingKey('*');
  return ['PutItem', 'Query', 'UpdateItem'].map((action) => onKeys(action, pk, arns));
}

/** One action on the items whose partition key matches the pattern. */
function onKeys(action: string, pattern: string, arns: DataArns): PolicyStatement {
  return new PolicyStatement({
    actions: [`dynamodb:${action}`],
    resources: [arns.table],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [pattern] } },
  });
}

function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}
