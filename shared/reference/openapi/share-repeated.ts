import type { NamedExample, OpenApiDocument, Reference, Response } from './document.ts';

type Paths = OpenApiDocument['paths'];
type Named<Value> = Readonly<Record<string, Value>>;

/**
 * The document with the most repeated error examples and responses as components: for each name or description, the
 * most frequent one. Others stay inline.
 */
export function shareRepeated(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  const examples = mostRepeated(errorResponses(document.paths).flatMap(examplesOf));
  const paths = mapErrors(document.paths, (response) => withReferences(response, examples));
  const repeated = mostRepeated(
    errorResponses(paths)
      .map((response) => [componentName(response), response] as const)
      .filter(([name]) => !Object.hasOwn(components.responses, name)),
  );
  return {
    ...document,
    paths: mapErrors(paths, (response) =>
      reference('responses', repeated, componentName(response), response),
    ),
    components: {
      ...components,
      examples,
      responses: { ...components.responses, ...repeated },
    },
  };
}

/** Error responses that are not components yet. */
function errorResponses(paths: Paths): readonly Response[] {
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        isInlineError(status, response) ? [response] : [],
      ),
    ),
  );
}

function isInlineError(status: string, response: Response | Reference): response is Response {
  return /^[45]/.test(status) && !('$ref' in response);
}

function mapErrors(paths: Paths, change: (response: Response) => Response | Reference): Paths {
  return mapValues(paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: mapValues(operation.responses, (response, status) =>
        isInlineError(status, response) ? change(response) : response,
      ),
    })),
  );
}

function examplesOf({ content = {} }: Response): readonly (readonly [string, NamedExample])[] {
  return Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).flatMap(([name, example]) =>
      '$ref' in example ? [] : [[name, example] as const],
    ),
  );
}

function withReferences(response: Response, shared: Named<NamedExample>): Response {
  if (response.content === undefined) return response;
  const content = mapValues(response.content, ({ examples, ...media }) => ({
    ...media,
    ...(examples && {
      examples: mapValues(examples, (example, name) =>
        reference('examples', shared, name, example),
      ),
    }),
  }));
  return { ...response, content };
}

/** For example `Service Unavailable.` becomes `ServiceUnavailable`. */
function componentName({ description }: Response): string {
  return description.replaceAll(/\W/g, '');
}

/** The most frequent value for each name, if it occurs more than once. */
function mostRepeated<Value>(entries: Iterable<readonly [string, Value]>): Named<Value> {
  const byName = Map.groupBy(entries, ([name]) => name);
  const most = [...byName].flatMap(([name, members]) => {
    const same = [...Map.groupBy(members, ([, value]) => JSON.stringify(value)).values()];
    const [[first, ...others] = []] = same.toSorted((one, other) => other.length - one.length);
    return first === undefined || others.length === 0 ? [] : [[name, first[1]] as const];
  });
  return Object.fromEntries(most);
}

function reference<Value>(
  kind: 'examples' | 'responses',
  shared: Named<Value>,
  name: string,
  value: Value,
): Value | Reference {
  const isShared = JSON.stringify(shared[name]) === JSON.stringify(value);
  return isShared ? { $ref: `#/components/${kind}/${name}` } : value;
}

function mapValues<From, To>(
  record: Named<From>,
  change: (value: From, name: string) => To,
): Named<To> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  );
}
