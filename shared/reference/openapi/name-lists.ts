import type { JsonSchema, OpenApiDocument, Parameter } from './document.ts';

/** A schema that takes a few texts and nothing else. */
interface ClosedList extends JsonSchema {
  readonly type: 'string';
  readonly enum: readonly string[];
}

/**
 * The document with each closed list of texts as a component of its own, and references where it stood. `names`
 * has a place for each name: a component or an operationId, then fields, or a parameter. A place that the
 * document doesn't have is left out.
 *
 * Throws for two names of one list, and for a name that a component has.
 */
export function nameLists(
  document: OpenApiDocument,
  names: Readonly<Record<string, string>>,
): OpenApiDocument {
  const found = Object.entries(names).flatMap(([name, place]) => {
    const list = listAt(document, place);
    return list ? [[name, list] as const] : [];
  });
  const nameOf = new Map(found.map(([name, list]) => [identity(list), name]));
  const { schemas } = document.components;
  for (const [name, list] of found) {
    const another = nameOf.get(identity(list));
    if (another !== name) throw new Error(`${name} and ${another} are one list`);
    if (Object.hasOwn(schemas, name)) throw new Error(`${name} is a component already`);
  }
  const lists = found.map(([name, list]) => [name, { type: 'string', enum: list.enum }] as const);
  const referring = replaceLists(document, nameOf);
  const components = [...Object.entries(referring.components.schemas), ...lists];
  return {
    ...referring,
    components: {
      ...referring.components,
      schemas: Object.fromEntries(components.sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function identity(list: ClosedList): string {
  return JSON.stringify([...list.enum].sort());
}

function isList(value: unknown): value is ClosedList {
  if (typeof value !== 'object' || value === null) return false;
  // One value is a constant.
  return (
    'type' in value &&
    value.type === 'string' &&
    'enum' in value &&
    Array.isArray(value.enum) &&
    value.enum.length > 1
  );
}

function replaceLists<Value>(value: Value, nameOf: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (!isList(inner)) return inner;
    const name = nameOf.get(identity(inner));
    const { type, enum: list, ...rest } = inner;
    return name === undefined ? inner : { $ref: `#/components/schemas/${name}`, ...rest };
  });
  // The same value, except for schemas that became references.
  return JSON.parse(text) as Value;
}

function listAt(document: OpenApiDocument, place: string): ClosedList | undefined {
  const [first = '', ...fields] = place.split('.');
  const component = document.components.schemas[first];
  const schema = component ?? parameterOf(document, first, fields.shift() ?? '')?.schema;
  return schema && within(schema, fields);
}

function parameterOf(
  { paths }: OpenApiDocument,
  operationId: string,
  name: string,
): Parameter | undefined {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const operation = operations.find((each) => each.operationId === operationId);
  return operation?.parameters?.find(
    (each): each is Parameter => 'name' in each && each.name === name,
  );
}

/** The list behind the fields, through unions and elements of arrays. */
function within(schema: JsonSchema, fields: readonly string[]): ClosedList | undefined {
  const [field, ...deeper] = fields;
  if (field === undefined && isList(schema)) return schema;
  for (const part of [schema['anyOf'], schema['oneOf'], schema['allOf'], schema['items']].flat()) {
    const found = isSchema(part) ? within(part, fields) : undefined;
    if (found) return found;
  }
  const { properties } = schema;
  const next = field !== undefined && isSchema(properties) ? properties[field] : undefined;
  return isSchema(next) ? within(next, deeper) : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}
