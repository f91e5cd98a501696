import * as z from 'zod/mini';
import { type Rule, ruleOf } from '../../kernel/contracts/rule.ts';
import type { Schema } from '../../kernel/http/route.ts';
import { AuthorizationParameters } from '../../oauth/contracts/authorization.ts';
import {
  DeviceRequest,
  PushedRequest,
  TokenQuestion,
  TokenRequest,
} from '../../oauth/contracts/oauth.ts';
import { responseModes } from '../../oauth/domain/authorization-request.ts';
import { grantTypes } from '../../oauth/domain/client-metadata.ts';
import type { JsonSchema } from './document.ts';

type Direction = 'input' | 'output';
type Names = z.core.$ZodRegistry<{ id: string }>;
interface Options {
  readonly metadata?: Names;
  readonly unrepresentable?: 'any';
}
interface Converted {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** Fields of one object as callers send them, all inline. */
export function describeFields(schema: Schema): Converted {
  const { named, ...fields } = convert(schema, 'input', {});
  const { properties = {}, required = [] } = withFormRules(schema, fields);
  return { properties, required, named };
}

/** The same fields after parsing; the results of transformations are unspecified. */
export function describeParsedFields(schema: Schema): Converted {
  return convert(schema, 'output', { unrepresentable: 'any' });
}

/** JSON Schemas of many zod schemas, by the keys of the input. Those in `names` become references into `named`. */
export function describeAll(
  schemas: Readonly<Record<string, Schema>>,
  names: ReadonlyMap<Schema, string>,
  io: Direction,
): Converted {
  const registry: Names = z.registry();
  for (const [schema, id] of names) registry.add(schema, { id });
  const converted = convert(z.object(schemas), io, { metadata: registry });
  const named = new Map([...names].map(([schema, name]) => [name, schema]));
  return {
    ...converted,
    named: Object.fromEntries(
      Object.entries(converted.named).map(([name, json]) => {
        const schema = named.get(name);
        return [name, schema === undefined ? json : withFormRules(schema, json)];
      }),
    ),
  };
}

function convert(schema: Schema, io: Direction, options: Options): Converted {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    ...options,
    override: ({ zodSchema, jsonSchema }) => {
      // Answers may gain fields (spec 9.5).
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // The format is equivalent and shorter.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'uuid') {
        delete jsonSchema.pattern;
      }
      // zod's default integer bounds are irrelevant for answers.
      if (io === 'output') {
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      } else {
        for (const described of rulesOf(zodSchema)) restrict(jsonSchema, described);
      }
      const messages = refinementsOf(zodSchema);
      if (messages.length > 0) jsonSchema.description = `${messages.join('. ')}.`;
    },
  });
  // Always present for an object schema, although zod's type does not guarantee it.
  const {
    properties = {},
    required = [],
    $defs = {},
  } = json as unknown as {
    readonly properties?: Converted['properties'];
    readonly required?: readonly string[];
    readonly $defs?: Converted['named'];
  };
  return { properties, required, named: $defs };
}

/** The descriptions of the schema and its checks, in order. */
function rulesOf(schema: Schema): readonly Rule[] {
  const checks: readonly object[] = (schema._zod.def.checks ?? []).flatMap((check) => [
    check,
    check._zod.check,
  ]);
  return [schema, ...checks].map(ruleOf).filter((described) => described !== undefined);
}

/** Adds a rule, whose keywords replace those of earlier rules. */
function restrict(json: Record<string, unknown>, described: Rule): void {
  for (const [keyword, value] of Object.entries(described)) {
    const before = json[keyword];
    json[keyword] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rules that JSON Schema can't express: the messages of refinements. */
function refinementsOf(schema: Schema): readonly string[] {
  return (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    if (def.check !== 'custom') return [];
    // A check named custom was created by `refine` and has this definition.
    const message = (def as z.core.$ZodCustomDef).error?.({ code: 'custom', path: [], input: '' });
    return typeof message === 'string' ? [message] : [];
  });
}

interface Fields extends JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

interface Described {
  readonly required: readonly string[];
  /** The values of fields with a closed list. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const listsOfRequests = {
  response_type: ['code'],
  response_mode: responseModes,
  code_challenge_method: ['S256'],
};

/**
 * Required parameters of OAuth endpoints. Their schemas accept any text, because the logic reports problems with
 * OAuth's own errors. A parameter that a request object may contain is not required next to it (RFC 9101, section 5).
 */
const forms: ReadonlyMap<Schema, Described> = new Map<Schema, Described>([
  [TokenRequest, { required: ['grant_type'], lists: { grant_type: grantTypes } }],
  [TokenQuestion, { required: ['token'], lists: {} }],
  [DeviceRequest, { required: ['scope'], lists: {} }],
  [AuthorizationParameters, { required: ['client_id'], lists: listsOfRequests }],
  // The client can also be identified by an assertion or a header.
  [PushedRequest, { required: [], lists: listsOfRequests }],
]);

/** The JSON Schema of a form with the rules of its logic; all others are unchanged. */
function withFormRules(schema: Schema, json: Fields): Fields {
  const described = forms.get(schema);
  if (described === undefined) return json;
  const { additionalProperties, ...rest } = json;
  const { properties = {} } = json;
  const lists = Object.entries(described.lists).map(([name, list]) => [
    name,
    { ...properties[name], enum: list },
  ]);
  // An empty parameter is treated as absent (RFC 6749, section 3.1).
  const texts = described.required
    .filter((name) => described.lists[name] === undefined)
    .map((name) => [name, { ...properties[name], minLength: 1 }]);
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries([...lists, ...texts]) },
    required: described.required,
  };
}
