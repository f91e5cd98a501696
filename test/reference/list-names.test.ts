import { describe, expect, it } from 'vitest';
import {
  describeApi,
  type JsonSchema,
  type OpenApiDocument,
} from '../../shared/reference/openapi/document.ts';
import { listNames, nameLists } from '../../shared/reference/openapi/name-lists.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const document = describeApi(routes);

/** Where closed lists stand, as paths into the value. */
function listsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, inner]) => listsIn(inner, `${path}/${key}`));
  const isList = 'type' in value && value.type === 'string' && 'enum' in value;
  return isList && Array.isArray(value.enum) && value.enum.length > 1 ? [path, ...inside] : inside;
}

describe('closed lists', () => {
  it('have a name each, which is in shared/reference/openapi/name-lists.ts', () => {
    const named = Object.keys(listNames).map((name) => `/components/schemas/${name}`);
    expect([...listsIn(document, '')].sort()).toEqual(named.sort());
  });

  const withSchemas = (schemas: Readonly<Record<string, JsonSchema>>): OpenApiDocument => ({
    ...document,
    paths: {},
    components: { ...document.components, schemas },
  });
  const list = (...values: readonly string[]) => ({ type: 'string', enum: values });
  const shop = {
    Cat: {
      type: 'object',
      properties: { colour: { ...list('red', 'black'), description: 'Fur.' } },
    },
    Dog: {
      type: 'object',
      properties: {
        colours: { type: 'array', items: { anyOf: [list('black', 'red'), { type: 'null' }] } },
        size: list('big', 'small'),
        kind: list('dog'),
      },
    },
  };

  it('are components, referred to wherever the same values stand; texts beside them stay', () => {
    const named = nameLists(withSchemas(shop), { Colour: 'Cat.colour' }).components.schemas;
    const colour = { $ref: '#/components/schemas/Colour' };
    expect(named).toEqual({
      Cat: { type: 'object', properties: { colour: { ...colour, description: 'Fur.' } } },
      Colour: list('red', 'black'),
      Dog: {
        type: 'object',
        properties: {
          colours: { type: 'array', items: { anyOf: [colour, { type: 'null' }] } },
          size: list('big', 'small'),
          kind: list('dog'),
        },
      },
    });
  });

  it('are found behind arrays and unions', () => {
    const named = nameLists(withSchemas(shop), { Colour: 'Dog.colours' }).components.schemas;
    expect(named['Colour']).toEqual(list('black', 'red'));
  });

  it.each([
    ['one list twice', { Colour: 'Cat.colour', Fur: 'Dog.colours' }, 'Colour and Fur are one list'],
    ['as a component is called', { Dog: 'Cat.colour' }, 'Dog is a component already'],
  ])('are not named %s', (_, names, message) => {
    expect(() => nameLists(withSchemas(shop), names)).toThrow(message);
  });
});
