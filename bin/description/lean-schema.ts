import type { JsonSchema, OpenApiDocument } from '../../shared/reference/openapi/document.ts';

const kept = new Set([
  'type',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'enum',
  'const',
  'format',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'default',
  'description',
]);

/** Longer patterns list forbidden characters, or repeat the description. The API checks them anyway. */
const longestPattern = 60;

/** Maximum characters of a field's description. */
const longestNote = 90;

/** A longer list is left out: the error for an invalid value contains it. */
const longestList = 30;

/**
 * Sentences about HTTP and files, which tools do not send; about previous names of fields; and those that repeat the
 * schema.
 */
const beside =
  /Idempotency-Key|`Accept|`ETag`|multipart|`file`|a file\b|the file\b|`updated|partner’s|you get a page|`truncated|^A page can be shorter|can have up to|^The case stays|^Do not send|^Must (?!not end)/;

/** The first sentences of a description, up to this many characters, without links and irrelevant sentences. */
export function leanText(text: string, longest: number): string {
  const sentences = text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => !beside.test(sentence));
  const [first = '', ...more] = sentences;
  const length = { now: first.length };
  const fitting = more.filter((sentence) => {
    length.now += sentence.length + 1;
    return length.now <= longest;
  });
  return [first, ...fitting].join(' ');
}

/** The target of a reference, merged with the keywords next to it. */
export function resolved(value: object, document: OpenApiDocument): JsonSchema {
  const { $ref, ...rest } = value as JsonSchema;
  if (typeof $ref !== 'string') return rest;
  const found = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => Object(at)[name], document);
  return { ...resolved(Object(found), document), ...rest };
}

/**
 * A function that simplifies the schemas of one tool to what a model needs to fill them in, without references,
 * previous field names, and details that help little. Repeated fields appear once.
 */
export function leanSchemas(document: OpenApiDocument): (schema: JsonSchema) => JsonSchema {
  const shown = new Map<string, string>();
  const lean = (schema: JsonSchema, name = ''): JsonSchema => {
    const entries = Object.entries(resolved(schema, document)).flatMap(([keyword, value]) => {
      if (!kept.has(keyword) || saysLittle(keyword, value)) return [];
      const made = leanValue(keyword, value, lean);
      return made === '' ? [] : [[keyword, made] as const];
    });
    const made = withTypeOrNull(withoutFormerNames(Object.fromEntries(entries)));
    return shownOnce(made, name, shown);
  };
  return lean;
}

function saysLittle(keyword: string, value: unknown): boolean {
  // All ids have it.
  if (keyword === 'format') return value === 'uuid';
  if (keyword === 'pattern') return String(value).length > longestPattern;
  if (keyword === 'enum') return Array.isArray(value) && value.length > longestList;
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}

function leanValue(
  keyword: string,
  value: unknown,
  lean: (schema: JsonSchema, name?: string) => JsonSchema,
): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, each]) => [
          name,
          lean(each, name),
        ]),
      );
    case 'items':
      return lean(value as JsonSchema);
    case 'anyOf':
    case 'oneOf':
      return (value as readonly JsonSchema[]).map((each) => lean(each));
    case 'description':
      return leanText(String(value), longestNote);
    default:
      return value;
  }
}

/** The fields of an object, or the name of the field that already shows them. */
function shownOnce(schema: JsonSchema, name: string, shown: Map<string, string>): JsonSchema {
  const { properties, required, ...rest } = schema;
  const fields = JSON.stringify(properties);
  if (name === '' || properties === undefined || fields.length < 200) return schema;
  const before = shown.get(fields);
  if (before === undefined) {
    shown.set(fields, name);
    return schema;
  }
  const description = [rest['description'], `Fields as in \`${before}\`.`].filter(Boolean);
  return { ...rest, description: description.join(' ') };
}

/** `{anyOf: [a text, null]}` as one schema of both types. */
function withTypeOrNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return rest;
  const [one, other, ...more] = anyOf as readonly JsonSchema[];
  const isOptional = one?.['type'] !== undefined && other?.['type'] === 'null';
  if (!isOptional || more.length > 0 || 'enum' in one || 'anyOf' in one) return { anyOf, ...rest };
  const description = [rest['description'], one['description']].filter(Boolean).join(' ');
  const type = [one['type'], 'null'];
  return { ...one, ...rest, type, ...(description !== '' && { description }) };
}

/** Without fields for callers of previous versions, and without choices that have only one option left. */
function withoutFormerNames({ properties, anyOf, ...rest }: JsonSchema): JsonSchema {
  if (properties === undefined) return { ...rest, ...(anyOf !== undefined && { anyOf }) };
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  const former = new Set(
    fields
      .filter(([, { description }]) =>
        /^The (previous name of|same as) `/.test(String(description)),
      )
      .map(([name]) => name),
  );
  const branches = Array.isArray(anyOf) ? (anyOf as readonly JsonSchema[]) : [];
  const left = branches.filter(
    ({ required }) => !(Array.isArray(required) && required.some((name) => former.has(name))),
  );
  // The description or the error explains a choice between fields.
  const { required } = left.length === 1 ? { ...left[0] } : {};
  return {
    ...rest,
    properties: Object.fromEntries(fields.filter(([name]) => !former.has(name))),
    ...(required !== undefined && { required }),
  };
}
