import type { OpenApiDocument, OpenApiOperation } from './document.ts';

/** Who a description is for. Each has its own document. */
export type Audience = 'integrators' | 'operators';

type Components = OpenApiDocument['components'];

/** The description for one audience: for operators the paths below `/admin/v1`, for integrators all others. */
export function descriptionFor(audience: Audience, document: OpenApiDocument): OpenApiDocument {
  const part = onlyOperations(document, (_, path) => audienceOf(path) === audience);
  return audience === 'operators' ? { ...part, info: { ...part.info, ...operatorsInfo } } : part;
}

export function audienceOf(path: string): Audience {
  return path.startsWith('/admin/v1/') ? 'operators' : 'integrators';
}

/**
 * The description with only some operations and the tags, webhooks and components that they use. Components are in
 * order of first use, which gzip compresses a tenth better than alphabetical order.
 */
export function onlyOperations(
  document: OpenApiDocument,
  keeps: (operation: OpenApiOperation, path: string) => boolean,
): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, methods]) => {
      const kept = Object.entries(methods).filter(([, operation]) => keeps(operation, path));
      return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]];
    }),
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const tags = new Set(operations.flatMap((operation) => operation.tags));
  const webhooks = Object.entries(document.webhooks).filter(([, { post }]) =>
    post.tags.some((tag) => tags.has(tag)),
  );
  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    webhooks: Object.fromEntries(webhooks),
    components: usedComponents(document.components, operations, webhooks),
  };
}

function usedComponents(
  components: Components,
  operations: readonly OpenApiOperation[],
  webhooks: unknown,
): Components {
  const { securitySchemes, parameters, headers, examples, responses, schemas } = components;
  const kinds = { parameters, headers, examples, responses, schemas };
  const used = new Map(Object.keys(kinds).map((kind) => [kind, new Set<string>()]));
  const use = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g);
    for (const [, kind = '', name = ''] of references) {
      const names = used.get(kind);
      if (names === undefined || names.has(name)) continue;
      names.add(name);
      use(Reflect.get(Reflect.get(kinds, kind), name));
    }
  };
  use([operations, webhooks]);
  const pick = <Component>(
    record: Readonly<Record<string, Component>>,
    names: Iterable<string> = [],
  ): Readonly<Record<string, Component>> =>
    Object.fromEntries([...names].flatMap((name) => (record[name] ? [[name, record[name]]] : [])));
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)));
  return {
    securitySchemes: pick(securitySchemes, schemes),
    parameters: pick(parameters, used.get('parameters')),
    headers: pick(headers, used.get('headers')),
    examples: pick(examples, used.get('examples')),
    responses: pick(responses, used.get('responses')),
    schemas: pick(schemas, used.get('schemas')),
  };
}

/** Markdown. */
const operatorsInfo = {
  title: 'Resident registry and legal-entity service, for operators',
  description: `Manage people, legal entities, applications, filings, keys, OAuth clients, payments and the service itself. Integrators have [another description](/docs/reference).

## Credentials

Sign each call with AWS Signature Version 4, service \`execute-api\`, as an IAM principal that may invoke \`/admin/*\`. The operators' command does this for you. A call without an accepted signature gets 403. Every change is audited under the caller's principal.

## Second operator

Where the deployment requires two operators, the call gets 202 with the id of an approval and changes nothing yet. Another operator reads the approval and sends the same request with this id as \`Operator-Approval\`.

## Errors

Every error is a JSON object with \`error\`, a fixed message. \`details\` has one entry for each invalid field. \`code\` is a stable name for the error. \`requestId\` helps find the call in the logs. Responses can gain fields: ignore those that you do not know.
`,
};
