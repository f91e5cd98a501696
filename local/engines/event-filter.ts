import type { DynamoDBRecord } from 'aws-lambda';

/** A pattern of an event source mapping, in the syntax of Lambda's event filtering. */
export interface EventPattern {
  readonly [field: string]: EventPattern | readonly unknown[];
}

/**
 * Whether one of the patterns matches the record, as in Lambda: each field that a pattern names must have one of its
 * values, or begin with its prefix. Without patterns everything matches.
 *
 * Throws for any other rule, and for a field with a bare value, which Lambda refuses: a pattern that is not supported
 * here must not seem to work.
 */
export function isTaken(record: DynamoDBRecord, patterns: readonly EventPattern[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => fits(record, pattern));
}

function fits(value: unknown, pattern: EventPattern | readonly unknown[]): boolean {
  if (isRules(pattern)) return pattern.some((rule) => keeps(value, rule));
  if (typeof pattern !== 'object') throw new Error(`no list of rules: ${JSON.stringify(pattern)}`);
  return Object.entries(pattern).every(([field, rules]) =>
    fits(Reflect.get(Object(value), field), rules),
  );
}

function isRules(pattern: EventPattern | readonly unknown[]): pattern is readonly unknown[] {
  return Array.isArray(pattern);
}

function keeps(value: unknown, rule: unknown): boolean {
  if (typeof rule === 'string') return value === rule;
  const { prefix, ...others } = Object(rule);
  if (typeof prefix !== 'string' || Object.keys(others).length > 0) {
    throw new Error(`a rule that nothing here carries out: ${JSON.stringify(rule)}`);
  }
  return typeof value === 'string' && value.startsWith(prefix);
}
