import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { complaintIn } from '../../shared/web/http/violations.ts';
// The locale of zod's own messages.
import '../../shared/web/middleware/parse-request.ts';

/** Values that at least one form field rejects. */
const refused = [
  undefined,
  '',
  ' ',
  'x',
  'x'.repeat(30_000),
  '\u{0}',
  ['one', 'other'],
  '0',
  '-1',
  '2020-13-45',
  '123456',
  'a@b',
];

/** The staff's pages are in English. */
const isForm = ({ bodyType, produces, path }: Route) =>
  bodyType === 'form' && produces === pageType && !/^\/portal\/(?:reviews|console)/.test(path);

const forms = routes.filter(isForm);

it('the list of forms is not empty', () => expect(forms.length).toBeGreaterThan(15));

it.each(forms.map((row) => [row.operationId, row] as const))(
  'every error message of the form %s has a Spanish translation',
  (_, { body }) => {
    const unrecorded = complaintsOf(body).filter((message) => complaintIn('es', message) === null);
    expect(unrecorded).toEqual([]);
  },
);

it('the Spanish message includes the position of the rejected character', () => {
  expect(complaintIn('es', 'Must not contain a control character (character 12)')).toBe(
    'No debe contener un carácter de control (carácter 12)',
  );
});

function complaintsOf(body: Route['body']): readonly string[] {
  if (body === undefined) return [];
  const fields = [...fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))];
  return refused.flatMap((value) => {
    const form = Object.fromEntries(fields.map((field) => [field, value]));
    const { error } = z.safeParse(body, form);
    return error?.issues.map(({ message }) => message) ?? [];
  });
}

/** Names of an object's properties, at any depth of its schema. */
function fieldsOf(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const own = Object.keys(Object(Reflect.get(schema, 'properties')));
  const below = Object.entries(schema).flatMap(([name, value]) =>
    name === 'properties' ? [] : [...fieldsOf(value)],
  );
  return new Set([...own, ...below]);
}
