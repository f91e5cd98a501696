import * as z from 'zod';
import { toJSONSchema } from 'zod/mini';
import { itemRules } from '../../shared/kernel/domain/item-rules.ts';
import { lineSchemas } from './line-schemas.ts';
import { Manifest, schemaVersion } from './manifest.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The published schema of an export, for its manifest and the lines of each kind, as JSON Schema 2020-12. */
export function exportSchema(): Schema {
  const kinds = Object.entries(itemRules).flatMap(([kind, rule]) =>
    'kept' in rule ? [[kind, lineSchema(kind)] as const] : [],
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `An export of the registry, schema version ${schemaVersion}`,
    description:
      'manifest: of manifest.json. lines: by the kind that a file is named after, of each of its lines.',
    $defs: { manifest: plain(z.toJSONSchema(Manifest)), lines: Object.fromEntries(kinds) },
  };
}

/** Keys and the other fields of the kind. Claims, lists and pointers are described in docs/table.md. */
function lineSchema(kind: string): Schema {
  const keys = { pk: { type: 'string' }, sk: { type: 'string' } };
  const own = lineSchemas[kind];
  const base = { type: 'object', properties: keys, required: ['pk', 'sk'] };
  if (own === undefined) return base;
  const { properties, required, ...rest } = plain(
    toJSONSchema(own, { io: 'input', unrepresentable: 'any' }),
  );
  return {
    ...rest,
    properties: { ...keys, ...Object(properties) },
    required: ['pk', 'sk', ...(Array.isArray(required) ? required : [])],
  };
}

function plain({ $schema: _, ...schema }: Schema): Schema {
  return schema;
}
