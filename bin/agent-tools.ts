import { writeFileSync } from 'node:fs';
import type { AgentTool } from '../shared/agents/domain/agent-tool.ts';
import type { AuthRule } from '../shared/kernel/domain/auth-rule.ts';
import { isTestHelper } from '../shared/kernel/http/page-paths.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import {
  describeApi,
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../shared/reference/openapi/document.ts';
import { routes } from '../shared/service/routes/route-table.ts';
import { leanSchemas, leanText, resolved } from './description/lean-schema.ts';

export const agentToolsFile = new URL('../docs/agent-tools.json', import.meta.url);

/** Maximum characters of a tool's description, after its first sentence. Test helpers have only that. All tools together have at most 35,000. */
const longestDescription = 180;

/** Paging is the same in every list. */
const pageParameters: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 100 },
  cursor: { type: 'string', description: '`nextCursor` of the previous page.' },
};

/** The text of docs/agent-tools.json: the tools of `POST /mcp`, from the current route table. */
export function agentToolsText(): string {
  return `${JSON.stringify(agentTools(routes), null, 2)}\n`;
}

/**
 * A tool for each operation of the API that Agent Keys may call, except those with a successor, and those that return a
 * file.
 */
export function agentTools(rows: readonly Route[]): readonly AgentTool[] {
  const document = describeApi(rows);
  // The table's order is arbitrary.
  const sorted = rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  return sorted.flatMap((row) => {
    const access = accessOf(row.auth);
    const isTool =
      access !== null &&
      row.path.startsWith('/api/v1/') &&
      !row.deprecatedFor &&
      row.produces === undefined;
    return isTool ? [toolOf(row, access, document)] : [];
  });
}

const placeOf = ({ path, method }: Route) => `${path} ${method}`;

/** Which keys may call a row; null if no Agent Key may. */
function accessOf(auth: AuthRule): AgentTool['access'] | null {
  switch (auth.scheme) {
    case 'key': {
      const { agentScope } = auth;
      if (agentScope === 'none' || agentScope === 'unavailable') return null;
      return { standard: true, agent: agentScope === 'any' ? null : agentScope };
    }
    case 'any-key':
      return { standard: true, agent: auth.agentScope ?? null, partner: auth.partnerScope ?? null };
    case 'any':
      return { standard: true, agent: auth.agentScope, partner: auth.partnerScope };
    case 'oauth':
      return auth.agentScope === undefined ? null : { standard: false, agent: auth.agentScope };
    default:
      return null;
  }
}

function toolOf(row: Route, access: AgentTool['access'], document: OpenApiDocument): AgentTool {
  const operation = operationOf(row, document);
  const leanSchema = leanSchemas(document);
  const lean = isTestHelper(row) ? (schema: JsonSchema) => bare(leanSchema(schema)) : leanSchema;
  const parameters = (operation.parameters ?? [])
    .map((each) => resolved(each, document))
    .filter(({ in: place }) => place !== 'header');
  const body = operation.requestBody?.content['application/json']?.schema;
  const names = (include: (parameter: JsonSchema) => boolean) =>
    parameters.filter(include).map(({ name }) => String(name));
  const required = [
    ...names((each) => each['required'] === true),
    ...(body !== undefined && row.bodyPresence !== 'optional' ? ['body'] : []),
  ];
  const properties = {
    ...Object.fromEntries(
      parameters.map(({ name, description, schema }) => [
        String(name),
        pageParameters[String(name)] ??
          lean({ ...Object(schema), ...(!isInTitle(description, row) && { description }) }),
      ]),
    ),
    ...(body && { body: lean(body) }),
    ...(row.idempotent && { idempotencyKey: { type: 'string' } }),
  };
  return {
    method: row.method,
    path: row.path,
    pathParameters: names((each) => each['in'] === 'path'),
    queryParameters: names((each) => each['in'] === 'query'),
    takesBody: body !== undefined,
    takesIdempotencyKey: row.idempotent !== undefined,
    access,
    tool: {
      name: row.operationId,
      title: row.summary,
      ...(row.description && {
        description: leanText(row.description, isTestHelper(row) ? 0 : longestDescription),
      }),
      inputSchema: {
        type: 'object',
        properties,
        ...(required.length > 0 && { required }),
      },
      annotations: annotationsOf(row),
    },
  };
}

/** Whether a parameter is the id of what the tool's title names. */
function isInTitle(description: unknown, { summary }: Route): boolean {
  const [, noun] = /^The id of the ([a-z ]+)\.$/.exec(String(description)) ?? [];
  return description === undefined || (noun !== undefined && summary.includes(noun));
}

/** A schema without explanations: the names of test helpers and of their fields are clear enough. */
function bare(schema: JsonSchema): JsonSchema {
  const { description, format, maxLength, maxItems, pattern, ...rest } = schema;
  const { properties } = rest;
  if (properties === undefined) return rest;
  const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, each]) => [name, bare(each)])),
  };
}

/** What clients may ask their user to confirm before a call. Payments and submissions can't be undone. */
function annotationsOf(row: Route): AgentTool['tool']['annotations'] {
  const { asksOwner = false, limit, method, path, writes } = row;
  if (method === 'GET' || writes === undefined || limit === 'registry')
    return { readOnlyHint: true };
  const replaces = method !== 'POST' || path.endsWith('/rotate_secret');
  return {
    destructiveHint: asksOwner || replaces,
    ...((asksOwner || method !== 'POST') && { idempotentHint: true }),
  };
}

function operationOf({ method, path }: Route, { paths }: OpenApiDocument): OpenApiOperation {
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}

if (import.meta.main) writeFileSync(agentToolsFile, agentToolsText());
