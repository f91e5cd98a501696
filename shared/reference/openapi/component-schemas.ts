import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { ErrorEnvelope } from '../../kernel/contracts/envelope.ts';
import type { Route, Schema } from '../../kernel/http/route.ts';
import type { JsonSchema } from './document.ts';
import { fieldSamples, withFieldNotes } from './field-notes.ts';
import { describeAll } from './json-schema.ts';

/** The references to the rows' schemas, and the components that they need. */
export interface ComponentSchemas {
  readonly bodies: Readonly<Record<string, JsonSchema>>;
  readonly answers: Readonly<Record<string, JsonSchema>>;
  readonly error: JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

const error = 'ErrorEnvelope';

/**
 * Describes all request and response bodies. Contracts keep their names; a row's own schema is named after its
 * operation. A contract that differs between input and output (defaults, transformations) is described twice, as `Name`
 * and `NameInput`.
 */
export function componentSchemas(routes: readonly Route[]): ComponentSchemas {
  const bodies = {
    ...byOperation(routes, (route) => route.body),
    ...Object.fromEntries(
      routes.flatMap(({ operationId, jsonBody }) =>
        jsonBody === undefined ? [] : [[jsonOf(operationId), jsonBody.schema]],
      ),
    ),
  };
  const answers = {
    ...byOperation(routes, (route) => route.response ?? route.json),
    ...Object.fromEntries(
      routes.flatMap(({ operationId, alternative }) =>
        alternative === undefined ? [] : [[batchOf(operationId), alternative.response]],
      ),
    ),
  };
  const names = new Map(contractNames);
  nameTheRest(names, bodies, 'Request');
  nameTheRest(names, answers, 'Answer');
  const output = describeAll({ ...answers, [error]: ErrorEnvelope }, names, 'output');
  const input = describeAll(bodies, names, 'input');
  const renamed = differing(input.named, output.named);
  const sent = (json: JsonSchema) => pointToComponents(json, (name) => renamed.get(name) ?? name);
  const given = (json: JsonSchema) => pointToComponents(json, (name) => name);
  const components = [
    ...Object.entries(input.named).map(
      ([name, json]) => [renamed.get(name) ?? name, sent(json)] as const,
    ),
    ...Object.entries(output.named).map(([name, json]) => [name, given(json)] as const),
  ];
  const described = {
    bodies: mapValues(input.properties, sent),
    answers: mapValues(output.properties, given),
    components: Object.fromEntries(components.sort(([one], [other]) => (one < other ? -1 : 1))),
  };
  return {
    ...described,
    error: { $ref: `#/components/schemas/${error}` },
    components: withFieldNotes(described.components, fieldSamples(routes, described)),
  };
}

/** The key of the answer's alternative form. */
export function batchOf(operationId: string): string {
  return `${operationId}Batch`;
}

/** The key of the JSON form of a body that is usually sent as a form. */
export function jsonOf(operationId: string): string {
  return `${operationId}Json`;
}

function byOperation(
  routes: readonly Route[],
  pick: (route: Route) => Schema | undefined,
): Readonly<Record<string, Schema>> {
  const picked = routes.flatMap((route) => {
    const schema = pick(route);
    return schema === undefined ? [] : [[route.operationId, schema] as const];
  });
  return Object.fromEntries(picked);
}

function nameTheRest(
  names: Map<Schema, string>,
  schemas: Readonly<Record<string, Schema>>,
  suffix: string,
): void {
  for (const [operationId, schema] of Object.entries(schemas)) {
    if (names.has(schema)) continue;
    names.set(schema, `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${suffix}`);
  }
}

/** New names for inputs that differ from the output of the same name, or that use one that does. */
function differing(
  input: Readonly<Record<string, JsonSchema>>,
  output: Readonly<Record<string, JsonSchema>>,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const shared = Object.entries(input).filter(([name]) => Object.hasOwn(output, name));
  let before: number;
  do {
    before = renamed.size;
    for (const [name, json] of shared) {
      const text = JSON.stringify(json);
      const usesOne = [...renamed.keys()].some((other) => text.includes(`"#/$defs/${other}"`));
      if (usesOne || text !== JSON.stringify(output[name])) renamed.set(name, `${name}Input`);
    }
  } while (renamed.size > before);
  return renamed;
}

function pointToComponents(json: JsonSchema, rename: (name: string) => string): JsonSchema {
  const text = JSON.stringify(json).replace(
    /"\$ref":"#\/\$defs\/([^"]+)"/g,
    (_, name: string) => `"$ref":"#/components/schemas/${rename(name)}"`,
  );
  return JSON.parse(text);
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

const shared = new URL('../../', import.meta.url);

/** Kinds that get a component; strings and numbers are described inline. */
const named = new Set<string>(['object', 'union', 'intersection']);

/**
 * Every object schema exported by a contract, by its export name.
 *
 * Read from the files, so that no second list is needed. If two files use one name, the later one is prefixed with its
 * file's name.
 */
const contractNames: ReadonlyMap<Schema, string> = await readNames();

async function readNames(): Promise<ReadonlyMap<Schema, string>> {
  const names = new Map<Schema, string>();
  const taken = new Set<string>();
  for (const file of contractFiles()) {
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, shared).href);
    for (const [name, value] of Object.entries(exported).sort(byName)) {
      if (!isNamed(value) || names.has(value)) continue;
      const unique = taken.has(name) ? `${pascalCase(file)}${name}` : name;
      names.set(value, unique);
      taken.add(unique);
    }
  }
  return names;
}

function contractFiles(): readonly string[] {
  return globSync('*/contracts/*.ts', { cwd: shared }).toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : 1,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function isNamed(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false;
  // Every zod schema has `_zod`.
  return named.has((value as Schema)._zod.def.type);
}

/** The prefix for a file of schemas, such as `admin-people` for `people/admin-people-contract.ts`. */
function nameOf(file: string): string {
  return basename(file, '.ts').replace(/-contract$/, '');
}

function pascalCase(file: string): string {
  return nameOf(file)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
