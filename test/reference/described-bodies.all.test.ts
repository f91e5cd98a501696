import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { describeFields } from '../../shared/reference/openapi/json-schema.ts';
import {
  compile,
  customChecks,
  describedRoutes,
  description,
  verdict,
} from '../support/described-requests.ts';

const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 100, 101, 2 ** 53, 1e300, [], {}, [null], ['a'], { a: 1 }],
  ...[
    '',
    ' ',
    'a',
    'x@y.example',
    'a\nb',
    'a\ue000b',
    'a'.repeat(60),
    'a'.repeat(5000),
    '2026-02-30',
  ],
  ...['HN', 'ZZ', 'full', 'percent', 'amount', 'approve', 'reject', 'llc', 'lnpay', 'stripe'],
  ...['6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d', '6a0c9a70', '80000000000012', 'https://a.example/'],
  ...[{ line1: 'a', city: 'b', postalCode: 'c', country: 'HN' }, Array(30).fill('HN')],
];

/** Returns all paths in a JSON value, outermost first. */
function placesIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const within = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part).map((place) => [key, ...place]),
  );
  return [[], ...within];
}

/** Returns a copy with another value at the path. `undefined` removes the value. */
function changed(value: unknown, [key, ...place]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const parts = value.map((part, at) => (String(at) === key ? changed(part, place, to) : part));
    return parts.filter((part) => part !== undefined);
  }
  const before: Readonly<Record<string, unknown>> = { ...Object(value) };
  const { [key]: part, ...rest } = before;
  const after = changed(part, place, to);
  return after === undefined ? rest : { ...rest, [key]: after };
}

const bodies = describedRoutes.flatMap((route) =>
  route.body && route.example?.request !== undefined && (route.bodyType ?? 'json') === 'json'
    ? [
        {
          operationId: route.operationId,
          schema: route.body,
          example: route.example.request,
          route,
        },
      ]
    : [],
);

it.each(bodies)('$operationId: the description accepts the same bodies as the code', (body) => {
  const { content } = operationOf(body.route).requestBody ?? {};
  const described = compile(content?.['application/json']?.schema ?? {});
  expect(described(body.example)).toBe(true);
  // For example a check that compares two fields.
  const saysLess = customChecks(body.schema).some(({ keywords }) => keywords.length === 0);
  const known = (sent: unknown) => {
    const taker = verdict({ schema: body.schema, described }, sent);
    return taker === 'description' ? saysLess : taker === null;
  };
  const { properties } = describeFields(body.schema);
  const fields = [...placesIn(body.example), ...Object.keys(properties).map((name) => [name])];
  const values = [undefined, ...oddValues];
  const once = fields.flatMap((place) =>
    values.map((to) => changed(body.example, place, to) ?? {}),
  );
  expect(once.filter((sent) => !known(sent))).toEqual([]);
  const change = fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...values));
  fc.assert(
    fc.property(fc.array(change, { minLength: 2, maxLength: 3 }), (changes) => {
      const sent = changes.reduce<unknown>(
        (value, [place, to]) => changed(value, place, to) ?? {},
        body.example,
      );
      expect([sent, known(sent)]).toEqual([sent, true]);
    }),
    { numRuns: 300, seed: 191 },
  );
});

function operationOf({ path, method }: Route) {
  const operation = description.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}
