import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod/mini';
import { ruleOf } from '../../shared/kernel/contracts/rule.ts';
import type { Schema } from '../../shared/kernel/http/route.ts';
import {
  describeApi,
  isForPrograms,
  type JsonSchema,
} from '../../shared/reference/openapi/document.ts';
import { routes as table } from '../../shared/service/routes/route-table.ts';
import { walkSchema } from './walk-schema.ts';

export const describedRoutes = table.filter(isForPrograms);
export const description = describeApi(table);

const ajv = new Ajv2020({ strict: false, validateFormats: true, ownProperties: true });
addFormats.default(ajv);
ajv.addSchema({ ...description, $id: 'api' });

const compiled = new Map<string, ValidateFunction>();

/** A schema of the description, or like one, as a function. Many fields share one. */
export function compile(json: JsonSchema): ValidateFunction {
  const text = JSON.stringify(json).replaceAll('"$ref":"#', '"$ref":"api#');
  const known = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, known);
  return known;
}

export interface Place {
  readonly place: string;
  readonly schema: Schema;
  readonly root: Schema;
}

/** All parts of the requests in the description. */
export const places: readonly Place[] = describedRoutes.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const root = route[part];
    if (root === undefined) return [];
    return [...walkSchema(root)].map(({ schema, place }) => ({
      place: `${route.operationId} ${part} ${place}`,
      schema,
      root,
    }));
  }),
);

function saidOf(check: z.core.$ZodCheck) {
  return ruleOf(check) ?? ruleOf(check._zod.check);
}

/** The custom checks of a schema, with their rule or their message. */
export function customChecks(schema: Schema) {
  return (schema._zod.def.checks ?? [])
    .filter((check) => check._zod.def.check === 'custom')
    .map((check) => {
      const { description, ...keywords } = saidOf(check) ?? {};
      // A check named custom is created by `refine` and has this definition, or has no message.
      const { error } = check._zod.def as z.core.$ZodCustomDef;
      const message = error?.({ code: 'custom', path: [], input: '' });
      return { keywords: Object.keys(keywords), sentence: description ?? message };
    });
}

/** Which of the two accepts a value that the other refuses; null if they agree. */
export function verdict(
  { schema, described }: { readonly schema: Schema; readonly described: ValidateFunction },
  value: unknown,
): 'code' | 'description' | null {
  const taken = z.safeParse(schema, value).success;
  if (described(value) === taken) return null;
  return taken ? 'code' : 'description';
}
