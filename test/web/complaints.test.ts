import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { complaintIn } from '../../shared/web/http/violations.ts';
// It says in which language zod speaks.
import '../../shared/web/middleware/parse-request.ts';

/** Values that some field of a form does not take. */
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
  bodyType === 'form' && produces === pageType && !path.startsWith('/portal/reviews');

const forms = routes.filter(isForm);

it('finds the forms', () => expect(forms.length).toBeGreaterThan(15));

it.each(forms.map((row) => [row.operationId, row] as const))(
  'what the form of %s complains about is there in Spanish as well',
  (_, { body }) => {
    const unrecorded = complaintsOf(body).filter((message) => complaintIn('es', message) === null);
    expect(unrecorded).toEqual([]);
  },
);

it('says which character', () => {
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

/** Names of an object's properties, wherever they stand in its schema. */
function fieldsOf(schema: unknown): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const own = Object.keys(Object(Reflect.get(schema, 'properties')));
  const below = Object.entries(schema).flatMap(([name, value]) =>
    name === 'properties' ? [] : [...fieldsOf(value)],
  );
  return new Set([...own, ...below]);
}
