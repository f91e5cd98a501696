import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** The part of JSON Schema 2020-12 that the description uses and the reference shows. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly additionalProperties?: boolean | FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A named enumeration with more values gets its own entry on the page. */
const mostValues = 8;

/** Shows schemas. Named ones are links to their entry on the page. */
export interface SchemaView {
  /** The type of a value, in words. */
  typeOf(schema: FieldSchema): Content;
  /** The fields of an object, nested ones included. */
  fieldsOf(schema: FieldSchema): Content;
  bodyOf(schema: FieldSchema): Content;
  /** Every schema that was linked to, including from other schemas. Call it last. */
  named(): readonly (readonly [name: string, schema: FieldSchema])[];
}

export function schemaView(
  { components }: Pick<OpenApiDocument, 'components'>,
  describe: (text: string | undefined) => Content,
): SchemaView {
  // The description is our own, so its schemas use only what the interface has.
  const schemas = components.schemas as Readonly<Record<string, FieldSchema>>;
  const linked = new Set<string>();

  const target = ({ $ref }: FieldSchema): readonly [string, FieldSchema] | null => {
    const name = $ref?.slice($ref.lastIndexOf('/') + 1);
    const found = name === undefined ? undefined : schemas[name];
    return name === undefined || found === undefined ? null : [name, found];
  };
  const choices = ({ anyOf, oneOf }: FieldSchema) => anyOf ?? oneOf ?? [];

  /** Whether the type in words describes a schema completely. */
  const isPlain = (schema: FieldSchema): boolean =>
    schema.properties === undefined &&
    (schema.enum?.length ?? 0) <= mostValues &&
    [...choices(schema), ...(schema.items ? [schema.items] : [])].every(isPlain) &&
    typeof schema.additionalProperties !== 'object';

  const typeOf = (schema: FieldSchema): Content => {
    const found = target(schema);
    if (found !== null) {
      const [name, named] = found;
      if (isPlain(named)) return typeOf(named);
      linked.add(name);
      return html`<a href="#${name}">${name}</a>`;
    }
    const { type, items, additionalProperties, const: only } = schema;
    if (only !== undefined) return value(only);
    if (schema.enum !== undefined) return joined(schema.enum.map(value), ', ');
    if (choices(schema).length > 0) return joined(choices(schema).map(typeOf), ' or ');
    if (items !== undefined) return html`list of ${typeOf(items)}${limits(schema)}`;
    if (typeof additionalProperties === 'object' && schema.properties === undefined) {
      return html`object with values: ${typeOf(additionalProperties)}`;
    }
    return html`${[type ?? 'any value'].flat().join(' or ')}${limits(schema)}`;
  };

  const fieldsOf = (schema: FieldSchema): Content => {
    const { properties, required = [], items, additionalProperties } = schema;
    if (properties !== undefined) {
      return html`<ul class="fields">${Object.entries(properties).map(
        ([name, field]) =>
          html`<li><code>${name}</code> <span class="hint">${typeOf(field)}${
            required.includes(name) && ', required'
          }${field.default !== undefined && html`, default ${value(field.default)}`}</span>${describe(field.description)}${fieldsOf(field)}</li>`,
      )}</ul>`;
    }
    if (items !== undefined) return fieldsOf(items);
    if (typeof additionalProperties === 'object') return fieldsOf(additionalProperties);
    const parts = choices(schema).map(fieldsOf).filter(Boolean);
    if (parts.length < 2) return parts;
    return parts.map(
      (part, at) => html`<p class="hint">${at === 0 ? 'Either:' : 'Or:'}</p>${part}`,
    );
  };

  const bodyOf = (schema: FieldSchema): Content => {
    // A body is shown in full, so that its operation can be read without following a link.
    const view = target(schema)?.[1] ?? schema;
    if (view.properties !== undefined) return fieldsOf(view);
    return html`<p class="hint">${typeOf(view)}</p>${fieldsOf(view)}`;
  };

  const named = () => {
    const view: [string, FieldSchema][] = [];
    // Showing one can link to others: a loop over a set includes elements that are added during it.
    for (const name of linked) {
      const schema = schemas[name];
      if (schema === undefined) continue;
      view.push([name, schema]);
      bodyOf(schema);
    }
    return view.sort(([one], [other]) => (one < other ? -1 : 1));
  };

  return { typeOf, fieldsOf, bodyOf, named };
}

function value(view: unknown): Html {
  return html`<code>${JSON.stringify(view)}</code>`;
}

/** Each only once, because types of several choices can read the same. */
function joined(parts: readonly Content[], between: string): Content {
  const different = [...new Map(parts.map((part) => [String(part), part])).values()];
  return different.map((part, at) => [at > 0 && between, part]);
}

function limits(schema: FieldSchema): Content {
  const { format, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const parts = [
    format,
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum, ''),
    range(minItems, maxItems, ' entries'),
  ].filter((part) => part !== undefined);
  return parts.length > 0 && ` (${parts.join(', ')})`;
}

function range(from: number | undefined, to: number | undefined, unit: string) {
  if (to === undefined) return from === undefined ? undefined : `at least ${from}${unit}`;
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}
