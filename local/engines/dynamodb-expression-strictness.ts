type Value = Readonly<Record<string, unknown>>;

/** The parts of a request, or of one action of a transaction, that can contain operators and operands. */
export interface Expressions {
  readonly ConditionExpression?: string | undefined;
  readonly FilterExpression?: string | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>> | undefined;
  readonly Item?: Readonly<Record<string, Value>> | undefined;
}

// "Maximum number of operators or functions in an expression: 300" (quotas of DynamoDB).
const maxOperators = 300;
const maxInOperands = 100;
const operators = /<>|<=|>=|[=<>]|\b(?:AND|OR|NOT|BETWEEN|IN)\b|\b[a-z_]+\s*(?=\()/gi;
const arithmetic = /[+-]|\b(?:if_not_exists|list_append)\s*(?=\()/gi;
const compared = /([#:\w.[\]]+)\s*(<>|<=|>=|[=<>])\s*([#:\w.[\]]+)/g;
const ranged = /\bBETWEEN\s+(:\w+)\s+AND\s+(:\w+)/gi;
const typed = /\battribute_type\s*\(\s*[#\w.[\]]+\s*,\s*(:\w+)\s*\)/gi;
const orderedTypes = new Set(['S', 'N', 'B']);
const typeNames = new Set(['S', 'SS', 'N', 'NS', 'B', 'BS', 'BOOL', 'NULL', 'L', 'M']);

/**
 * The ValidationException message that DynamoDB would return for expressions that the local engine accepts, or
 * undefined. Covers attributes without a name at any depth, the number of operators and of IN's operands, operands that
 * have no order, an operand compared with itself, and types that do not exist. Amazon's DynamoDB Local returns the same
 * (`test/local/dynamodb-strictness.test.ts`).
 */
export function findExpressionFault(action: Expressions): string | undefined {
  const written = [...members(action.Item), ...members(action.ExpressionAttributeValues)];
  if (written.some(hasUnnamed) || '' in (action.Item ?? {})) return 'Empty attribute name';
  return (
    findConditionFault('ConditionExpression', action.ConditionExpression, action) ??
    findConditionFault('FilterExpression', action.FilterExpression, action) ??
    findTooMany('UpdateExpression', count(action.UpdateExpression, arithmetic))
  );
}

function findConditionFault(
  kind: string,
  expression: string | undefined,
  { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Expressions,
): string | undefined {
  if (expression === undefined) return undefined;
  const { inOperands, operatorCount, comparisons, ranges, typeTests } = partsOf(expression);
  const fault = (message: string) => `Invalid ${kind}: ${message}`;
  if (inOperands > maxInOperands) return fault('IN has over 100 operands');
  const tooMany = findTooMany(kind, operatorCount);
  if (tooMany) return tooMany;
  const wrongType = (operator: string, type: string) =>
    fault(
      `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
    );
  const unordered = (operand: string) =>
    Object.keys(values[operand] ?? {}).find((type) => !orderedTypes.has(type));
  for (const [, left = '', operator = '', right = ''] of comparisons) {
    if ((names[left] ?? left) === (names[right] ?? right))
      return fault(
        `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: [${names[left] ?? left}]`,
      );
    const type = unordered(left) ?? unordered(right);
    if (type && operator !== '=' && operator !== '<>') return wrongType(operator, type);
  }
  for (const [, low = '', high = ''] of ranges) {
    const type = unordered(low) ?? unordered(high);
    if (type) return wrongType('BETWEEN', type);
  }
  for (const [, operand = ''] of typeTests) {
    const name = String(values[operand]?.['S']);
    if (!typeNames.has(name)) return fault(`Invalid attribute type name found; type: ${name}`);
  }
  return undefined;
}

type Parts = ReturnType<typeof readParts>;

/** Recently parsed expressions: a program reuses a few hundred. */
const known = new Map<string, Parts>();
const maxKnown = 2_000;

function partsOf(expression: string): Parts {
  const found = known.get(expression);
  if (found !== undefined) return found;
  if (known.size === maxKnown) known.clear();
  const parts = readParts(expression);
  known.set(expression, parts);
  return parts;
}

function readParts(expression: string) {
  const lists = [...expression.matchAll(/\bIN\s*\(([^()]*)\)/gi)];
  return {
    inOperands: Math.max(0, ...lists.map(([, operands = '']) => operands.split(',').length)),
    operatorCount: count(expression, operators) - count(expression, /\bBETWEEN\b/gi),
    comparisons: [...expression.matchAll(compared)],
    ranges: [...expression.matchAll(ranged)],
    typeTests: [...expression.matchAll(typed)],
  };
}

function findTooMany(kind: string, found: number): string | undefined {
  return found > maxOperators
    ? `Invalid ${kind}: The expression contains too many operators; operator count: ${found}`
    : undefined;
}

function count(expression = '', pattern: RegExp): number {
  return [...expression.matchAll(pattern)].length;
}

const members = (value: unknown): unknown[] => Object.values(Object(value));

/** Whether a map in the value, at any depth, has a member with an empty name. */
function hasUnnamed(value: unknown): boolean {
  const { M, L } = Object(value);
  if (M !== undefined) return '' in M || members(M).some(hasUnnamed);
  return Array.isArray(L) && L.some(hasUnnamed);
}
