import { expect, it } from 'vitest';
import { ruleOf } from '../../shared/kernel/contracts/rule.ts';
import { checkExpression } from '../support/check-expression.ts';
import { customChecks, description, places } from '../support/described-requests.ts';
import { proseAlone } from '../support/unsaid-rules.ts';
import { outOf, walkSchema } from '../support/walk-schema.ts';

it('every rule is in JSON Schema, except listed rules that it cannot express', () => {
  const unsaid = places.flatMap(({ place, schema }) =>
    customChecks(schema)
      .filter(({ keywords }) => keywords.length === 0)
      .map(({ sentence }) => ({ place, sentence })),
  );
  const unknown = unsaid.filter(
    ({ sentence }) => !Object.hasOwn(proseAlone, typeof sentence === 'string' ? sentence : ''),
  );
  expect(unknown).toEqual([]);
  expect(new Set(unsaid.map(({ sentence }) => sentence))).toEqual(new Set(Object.keys(proseAlone)));
});

it('values that are checked after a transformation have a described rule', () => {
  const unsaid = places.filter(({ schema }) => {
    const out = outOf(schema);
    if (out === undefined || out._zod.def.type === 'transform') return false;
    // The number that it is parsed to describes the value.
    const isNumber = [...walkSchema(out)].some(() => outOf(out)?._zod.def.type === 'number');
    return !isNumber && ruleOf(schema) === undefined;
  });
  expect(unsaid.map(({ place }) => place)).toEqual([]);
});

it('every pattern in the API description is safe from slow matching', async () => {
  const patterns = new Set<string>();
  JSON.stringify(description, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    return value;
  });
  const statuses = await Promise.all(
    [...patterns].map(async (pattern) => {
      const { status } = await checkExpression(pattern, '');
      return { pattern, status };
    }),
  );
  expect(statuses.filter(({ status }) => status !== 'safe')).toEqual([]);
});

it('patterns in the API description have the same meaning in every language', () => {
  const patterns = new Set<string>();
  for (const { schema } of places) {
    for (const check of [schema, ...(schema._zod.def.checks ?? [])]) {
      const pattern = ruleOf(check)?.['pattern'];
      if (typeof pattern === 'string') patterns.add(pattern);
    }
  }
  expect(patterns.size).toBeGreaterThan(5);
  // Character classes differ between languages, and Go has no look-ahead.
  expect([...patterns].filter((pattern) => /\\[sSdDwWbBpP]|\(\?[=!<]/.test(pattern))).toEqual([]);
});
