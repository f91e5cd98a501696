import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bodyFields, type Command, type Field, type Group } from '../../admin/command.ts';
import { groups } from '../../admin/commands/index.ts';
import { optionName } from '../../admin/option-name.ts';
import { buildProgram } from '../../admin/program.ts';
import type { Route, Schema } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly enum?: readonly string[];
  readonly const?: string;
}

const withoutNames = (path: string) => path.replaceAll(/\{[^}]+\}/g, '{}');
const keyOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method} ${withoutNames(path)}`;
const commands = commandsOf(groups);
const rows = new Map(
  routes.filter((route) => route.auth.scheme === 'operator').map((route) => [keyOf(route), route]),
);

function commandsOf(
  some: readonly Group[],
  parent = '',
): readonly { readonly line: string; readonly command: Command; readonly route: string }[] {
  return some.flatMap((group) => [
    ...group.commands.map((command) => ({
      line: `${parent}${group.name} ${command.name}`,
      command,
      route: keyOf({ method: command.method, path: `/admin/v1${command.path}` }),
    })),
    ...commandsOf(group.groups ?? [], `${parent}${group.name} `),
  ]);
}

/** The fields of the schema, by dotted name. */
function fieldsOf(
  schema: Schema | undefined,
  preset: Readonly<Record<string, unknown>> = {},
): readonly object[] {
  if (schema === undefined) return [];
  // zod's type for JSON Schema does not include what object schemas always have.
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const { oneOf } = json;
  if (oneOf === undefined) return leaves('', json, false);
  // The forms of the body that the command may send.
  const fits = (form: JsonSchema) =>
    Object.entries(form.properties ?? {}).every(
      ([key, { const: only }]) => only === undefined || (preset[key] ?? only) === only,
    );
  return leaves('', { ...json, oneOf: oneOf.filter(fits) }, false);
}

function leaves(name: string, schema: JsonSchema, required: boolean): readonly object[] {
  const nullable = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type?.includes('null'));
  const inner = nullable && schema.anyOf ? schema.anyOf[0] : schema;
  const variants = inner?.oneOf ?? (inner?.anyOf && !nullable ? inner.anyOf : [inner ?? {}]);
  const properties = variants.flatMap(({ properties: each = {} }) => Object.entries(each));
  if (properties.length > 0) {
    const found = Map.groupBy(properties, ([key]) => key);
    return [...found].flatMap(([key, alike]) => {
      const choices = alike.map(([, { const: only }]) => only).filter((only) => only !== undefined);
      const always = variants.every((variant) => variant.required?.includes(key));
      return leaves(
        name === '' ? key : `${name}.${key}`,
        choices.length > 0 ? { type: 'string', enum: choices } : (alike[0]?.[1] ?? {}),
        name === '' && always,
      );
    });
  }
  const choices = inner?.items?.enum ?? inner?.enum;
  const kinds = { string: 'text', boolean: 'flag', integer: 'integer', array: 'list' };
  const kind = Object.entries(kinds).find(([type]) => inner?.type?.includes(type))?.[1] ?? 'text';
  return [{ name, kind, required, nullable, choices: choices && [...choices] }];
}

/** The same for the fields that the command accepts. */
function declared(fields: readonly Field[]): readonly object[] {
  const whole = (field: Field) => field.kind === 'json';
  return fields
    .filter((field) => !whole(field))
    .map(({ name, kind, required = false, clearable = false, choices }) => ({
      name,
      kind,
      required,
      nullable: clearable,
      choices: choices && [...choices],
    }));
}

/** Whether the field belongs to one that the command accepts only as JSON. */
function isGivenWhole({ fields = [] }: Command, name: string): boolean {
  return fields.some(
    (whole) =>
      whole.kind === 'json' &&
      (name === whole.name || name.startsWith(`${whole.name}.`)) &&
      !fields.some((part) => part.name.startsWith(`${whole.name}.`)),
  );
}

const named = (fields: readonly object[]) =>
  fields.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

describe('the command table', () => {
  it('has a command for every operator route, and no other', () => {
    const used = groups.flatMap(({ tools = [] }) => tools.flatMap(({ uses = [] }) => uses));
    const served = new Set([...commands.map(({ route }) => route), ...used.map(withoutNames)]);
    expect([...served].toSorted()).toEqual([...rows.keys()].toSorted());
  });

  it.each(commands)('has the fields of the route for $line', ({ command, route }) => {
    const takes = declared(bodyFields(command));
    const from = command.file?.fields('x.pdf', Buffer.from('x')) ?? {};
    const expected = fieldsOf(rows.get(route)?.body, command.preset).flatMap(
      (field): readonly object[] => {
        // The field objects of this test always have a name.
        const { name, nullable } = field as { name: string; nullable: boolean };
        if (name === 'contentBase64' || isGivenWhole(command, name)) return [];
        if (command.preset && Object.hasOwn(command.preset, name)) return [];
        if (command.omits?.includes(name)) return [];
        const given = Object.hasOwn(from, name) && name !== 'contentType';
        // Only a PATCH can clear a field.
        const cleared = command.method === 'PATCH' && nullable;
        // A command for one of several decisions may require what that decision needs.
        const asked =
          command.preset && command.fields?.find((each) => each.name === name)?.required;
        return [
          {
            ...field,
            nullable: cleared,
            ...(given && { required: false }),
            ...(asked && { required: true }),
          },
        ];
      },
    );
    expect(named(takes)).toEqual(named(expected));
    expect(command.fields !== undefined).toBe(rows.get(route)?.body !== undefined);
  });

  it.each(commands)('has the filters of the route for $line', ({ command, route }) => {
    const query = fieldsOf(rows.get(route)?.query).map((field) => Reflect.get(field, 'name'));
    const paging =
      (command.columns ?? command.csv ?? command.walk) && !command.unpaged
        ? ['limit', 'cursor']
        : [];
    const filters = (command.filters ?? []).map(({ name }) => name);
    expect([...paging, ...filters].toSorted()).toEqual(query.toSorted());
  });

  it.each(commands)('has no duplicate options for $line', ({ command }) => {
    const general = 'url profile region json body limit cursor all yes help'.split(' ');
    const fields = [...(command.filters ?? []), ...(command.fields ?? [])];
    const names = [...fields.map(({ name }) => optionName(name)), ...general];
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(commands)('has an example for $line that can be parsed', async ({ line, command }) => {
    expect(command.example.startsWith(`${line}`)).toBe(true);
    expect(await parse(command.example)).toBe(command);
  });

  it.each(commands)('has a test that runs $line against the real route', ({ line }) => {
    const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
    const sources = tests.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'));
    const call = new RegExp(`['\`(]${line}[ '\`]`);
    expect(sources.some((source) => call.test(source))).toBe(true);
  });
});

/** The command that the words name, without running it. */
async function parse(line: string): Promise<Command | undefined> {
  let found: Command | undefined;
  const terminal = {
    env: {},
    write: () => {},
    notice: () => {},
    width: null,
    style: (_: string, text: string) => text,
    ask: null,
    readInput: async () => '',
  };
  const program = buildProgram(groups, terminal, async ({ command }) => {
    found = command;
  });
  const words = Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, a, b, c]) => a ?? b ?? c,
  );
  await program.parseAsync(
    words.map((word) => String(word)),
    { from: 'user' },
  );
  return found;
}
