import { describe, expect, it } from 'vitest';
import {
  describeApi,
  type JsonSchema,
  type OpenApiDocument,
} from '../../shared/reference/openapi/document.ts';
import { listNames, nameLists } from '../../shared/reference/openapi/name-lists.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

const document = describeApi(routes);

/** Returns the paths of all closed lists in the value. */
function listsIn(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, inner]) => listsIn(inner, `${path}/${key}`));
  const isList = 'type' in value && value.type === 'string' && 'enum' in value;
  return isList && Array.isArray(value.enum) && value.enum.length > 1 ? [path, ...inside] : inside;
}

describe('closed lists in the API description', () => {
  it('each have a name in shared/reference/openapi/name-lists.ts', () => {
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

  it('are components that replace every list with the same values, and keep sibling texts', () => {
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

  it('are found in arrays and unions', () => {
    const named = nameLists(withSchemas(shop), { Colour: 'Dog.colours' }).components.schemas;
    expect(named['Colour']).toEqual(list('black', 'red'));
  });

  it.each([
    [
      'with two names for one list',
      { Colour: 'Cat.colour', Fur: 'Dog.colours' },
      'Colour and Fur are one list',
    ],
    ['with the name of an existing component', { Dog: 'Cat.colour' }, 'Dog is a component already'],
  ])('are refused %s', (_, names, message) => {
    expect(() => nameLists(withSchemas(shop), names)).toThrow(message);
  });
});
