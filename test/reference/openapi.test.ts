import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiFile, openApiText } from '../../bin/openapi.ts';
import { ErrorEnvelope } from '../../shared/kernel/contracts/envelope.ts';
import { atServer } from '../../shared/reference/openapi/at-server.ts';
import { descriptionFor } from '../../shared/reference/openapi/audiences.ts';
import {
  describeApi,
  isForPrograms,
  type OpenApiOperation,
  type Reference,
  type Response,
} from '../../shared/reference/openapi/document.ts';
import { routes as table } from '../../shared/service/routes/route-table.ts';

const routes = table.filter(isForPrograms);
const document = describeApi(table);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const sorted = (texts: Iterable<string>) => [...texts].sort();

function resolve(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const shared = document.components.responses[response.$ref.split('/').at(-1) ?? ''];
  if (shared === undefined) throw new Error(`${response.$ref} is not there`);
  return shared;
}

function failures({ responses }: OpenApiOperation): readonly Response[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    /^[23]/.test(status) ? [] : [resolve(response)],
  );
}

/** What programs get; browsers may get a page. */
function examples({ content }: Response): readonly unknown[] {
  const { example, examples: named } = content?.['application/json'] ?? {};
  if (named === undefined) return [example];
  return Object.values(named).map((each) => {
    if ('value' in each) return each.value;
    const { value } = document.components.examples[each.$ref.split('/').at(-1) ?? ''] ?? {};
    return value;
  });
}

describe('docs/openapi.json', () => {
  it('is what the route table says; `npm run generate` writes it again', () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
  });

  it('has every row, by its operationId, method and path', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
    );
    expect(sorted(described)).toEqual(
      sorted(routes.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`)),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });
});

describe.each(['integrators', 'operators'] as const)('the description for %s', (audience) => {
  const part = descriptionFor(audience, JSON.parse(openApiText()));
  const own = Object.values(part.paths).flatMap((methods) => Object.values(methods));

  /** What is there to be referred to, as `kind/name`. */
  const namesIn = (kinds: object) =>
    sorted(
      Object.entries(kinds).flatMap(([kind, all]) => Object.keys(all).map((it) => `${kind}/${it}`)),
    );

  it('has the components, groups and credentials that its operations use, and no others', () => {
    const { securitySchemes, ...kinds } = part.components;
    const found = new Set<string>();
    const follow = (value: unknown): void => {
      const references = JSON.stringify(value).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
      for (const [, place = ''] of references) {
        if (found.has(place)) continue;
        found.add(place);
        const [kind = '', name = ''] = place.split('/');
        follow(Reflect.get(Reflect.get(kinds, kind), name));
      }
    };
    follow([part.paths, part.webhooks]);
    expect(sorted(found)).toEqual(namesIn(kinds));
    const schemes = own.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)));
    expect(Object.keys(securitySchemes).sort()).toEqual(sorted(new Set(schemes)));
    expect(part.tags.map(({ name }) => name).sort()).toEqual(
      sorted(new Set(own.flatMap(({ tags }) => tags))),
    );
  });

  it('names a credential wherever a call without one is refused, and nowhere else', () => {
    const refusal = audience === 'operators' ? '403' : '401';
    const asks = own.filter(({ security }) => security.length > 0);
    expect(own.filter(({ responses }) => responses[refusal])).toEqual(asks);
    const isOfOperators = JSON.stringify([{ awsSigV4: [] }]);
    expect(
      asks.filter(
        ({ security }) => (JSON.stringify(security) === isOfOperators) !== (refusal === '403'),
      ),
    ).toEqual([]);
  });

  it('has at most 80 kB compressed, with the helpers of a sandbox 2 kB more', () => {
    for (const [isSandbox, most] of [
      [false, 80_000],
      [true, 82_000],
    ] as const) {
      const served = atServer(part, 'https://registry.example', isSandbox);
      expect(gzipSync(JSON.stringify(served), { level: 9 }).length).toBeLessThan(most);
    }
  });
});

describe('examples', () => {
  it.each(routes.filter(({ response }) => response))(
    '$operationId shows an answer, and it is one of its own schema',
    ({ response = z.never(), example }) => {
      expect(z.safeParse(response, example?.response)).toEqual({
        success: true,
        data: example?.response,
      });
    },
  );

  // A file is no JSON: docs/partner-guide.md shows how one is sent.
  it.each(routes.filter(({ body, bodyMedia }) => body && bodyMedia === undefined))(
    '$operationId shows a request, and takes it',
    ({ body = z.never(), example }) => {
      expect(example).toHaveProperty('request');
      expect(z.safeParse(body, example?.request).error).toBeUndefined();
    },
  );
});

describe('failures', () => {
  it.each(operations)(
    '$operationId answers each with the envelope, and shows every message',
    (operation) => {
      // A message that the endpoint for agents can't read gets an error of JSON-RPC.
      const isRpc = operation.operationId === 'callMcp';
      const ofApi = failures(operation).filter(
        ({ description }) => !(isRpc && description?.startsWith('An error of JSON-RPC')),
      );
      for (const failure of ofApi) {
        expect(failure.content?.['application/json']?.schema).toEqual({
          $ref: '#/components/schemas/ErrorEnvelope',
        });
        for (const example of examples(failure)) {
          expect(z.safeParse(ErrorEnvelope, example)).toEqual({ success: true, data: example });
        }
      }
      const row = routes.find(({ operationId }) => operationId === operation.operationId);
      const shown = failures(operation).flatMap(examples);
      expect(shown).toEqual(
        expect.arrayContaining(
          (row?.errors ?? [])
            .filter(({ status }) => !(isRpc && status === 400))
            .map(({ error }) => expect.objectContaining({ error })),
        ),
      );
    },
  );

  it.each(operations)(
    '$operationId can fail with 500, and with 413 if it takes a body',
    (operation) => {
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(operation.requestBody ? ['413', '500'] : ['500']),
      );
    },
  );
});
