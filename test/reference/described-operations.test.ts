import { describe, expect, it } from 'vitest';
import { describeProvider } from '../../shared/oauth/usecases/describe-provider.ts';
import type {
  MediaType,
  OpenApiOperation,
  Reference,
  Response,
} from '../../shared/reference/openapi/document.ts';
import { compile, describedRoutes, description } from '../support/described-requests.ts';

const paths = Object.entries(description.paths);
const operations = paths.flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);

function contentOf(
  response: Response | Reference | undefined,
): Readonly<Record<string, MediaType>> {
  if (response === undefined) return {};
  if (!('$ref' in response)) return response.content ?? {};
  return description.components.responses[response.$ref.split('/').at(-1) ?? '']?.content ?? {};
}

function operationOf(id: string): { path: string; operation: OpenApiOperation } {
  const found = operations.find(({ operation }) => operation.operationId === id);
  if (found === undefined) throw new Error(`${id} is not described`);
  return found;
}

it('every operation has a summary and a description', () => {
  const silent = describedRoutes.filter(({ summary, description: text }) => !summary || !text);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

it('every operation has request and response examples, except files and the description itself', () => {
  const bare = operations.flatMap(({ operation }) =>
    [operation.requestBody?.content ?? {}, contentOf(operation.responses['200'])].flatMap(
      (content) =>
        Object.entries(content)
          .filter(
            ([, { schema, example }]) => example === undefined && schema['format'] !== 'binary',
          )
          .map(([type]) => `${operation.operationId} ${type}`),
    ),
  );
  expect(bare.toSorted()).toEqual([
    'answerCertificateRequestInformation multipart/form-data',
    'answerLegalEntityAmendmentInformation multipart/form-data',
    'answerLegalEntityApplicationInformation multipart/form-data',
    'answerPartnerResidencyApplicationInformation multipart/form-data',
    'getOpenApi application/json',
    'getOperatorsOpenApi application/json',
    'uploadProofOfAddress multipart/form-data',
  ]);
});

it('every operation can return 429 with Retry-After', () => {
  const silent = operations.filter(({ operation }) => {
    const response = operation.responses['429'];
    if (response === undefined) return true;
    const answer =
      '$ref' in response ? description.components.responses['TooManyRequests'] : response;
    return !Object.hasOwn(answer?.headers ?? {}, 'Retry-After');
  });
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
});

it('the discovery operation shows its response as an example', () => {
  const { operation } = operationOf('discoverProvider');
  expect(contentOf(operation.responses['200'])['application/json']?.example).toEqual(
    describeProvider('https://registry.example'),
  );
});

describe('media types other than JSON', () => {
  const typesOf = (id: string, status: string) =>
    Object.keys(contentOf(operationOf(id).operation.responses[status])).toSorted();

  it('are listed for pages and texts', () => {
    expect({
      verifyCertificate: [typesOf('verifyCertificate', '200'), typesOf('verifyCertificate', '404')],
      getAgreementText: [typesOf('getAgreementText', '200'), typesOf('getAgreementText', '404')],
      authorize: [
        typesOf('authorize', '200'),
        typesOf('authorize', '400'),
        typesOf('authorize', '500'),
      ],
    }).toEqual({
      verifyCertificate: [
        ['application/json', 'text/html'],
        ['application/json', 'text/html'],
      ],
      getAgreementText: [
        ['text/html', 'text/plain'],
        ['application/json', 'text/html'],
      ],
      authorize: [['text/html'], ['application/json', 'text/html'], ['application/json']],
    });
  });

  it('are listed for files', () => {
    expect(typesOf('downloadProofOfAddress', '200')).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
    ]);
  });
});

const links = operations.flatMap(({ operation }) => {
  const response = operation.responses['200'];
  const all = response && 'links' in response ? Object.entries(response.links ?? {}) : [];
  return all.map(([name, link]) => ({ from: operation.operationId, name, link }));
});

describe('links in the API description', () => {
  it('exist for every operation that creates a filing or a file', () => {
    expect(
      Map.groupBy(links, ({ from }) => from)
        .keys()
        .toArray()
        .toSorted(),
    ).toEqual([
      'createCertificateRequest',
      'createLegalEntityAmendment',
      'createLegalEntityApplication',
      'createPartnerResidencyApplication',
      'uploadProofOfAddress',
    ]);
  });

  it.each(links)('set every path parameter to a valid value: $from $name', ({ from, link }) => {
    const { path, operation } = operationOf(link.operationId);
    const needed = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(link.parameters)).toEqual(needed);
    const example = contentOf(operationOf(from).operation.responses['200'])['application/json']
      ?.example;
    for (const [name, expression] of Object.entries(link.parameters)) {
      const parameter = operation.parameters?.find((one) => 'name' in one && one.name === name);
      const schema = parameter && 'schema' in parameter ? parameter.schema : {};
      expect(compile(schema)(valueAt(expression, from, example))).toBe(true);
    }
  });
});

/** Returns the value of a runtime expression in an example. */
function valueAt(expression: string, from: string, example: unknown): unknown {
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  if (pointer !== undefined) {
    return pointer.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), example);
  }
  const [, name] = /^\$request\.path\.(\w+)$/.exec(expression) ?? [];
  const parameter = operationOf(from).operation.parameters?.find(
    (one) => 'name' in one && one.name === name,
  );
  return parameter && 'example' in parameter ? parameter.example : undefined;
}
