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

/** Returns the JSON examples for programs. Browsers may get a page. */
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
  it('matches the route table (`npm run generate` updates it)', () => {
    expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
  });

  it('has every route with its operationId, method and path', () => {
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

  /** Returns the names of all components as `kind/name`. */
  const namesIn = (kinds: object) =>
    sorted(
      Object.entries(kinds).flatMap(([kind, all]) => Object.keys(all).map((it) => `${kind}/${it}`)),
    );

  it('has exactly the components, groups and credentials that its operations use', () => {
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

  it('requires a credential exactly where a call without one is refused', () => {
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

  it('is at most 80 kB compressed, or 85 kB with the sandbox helpers', () => {
    for (const [isSandbox, most] of [
      [false, 80_000],
      [true, 85_000],
    ] as const) {
      const served = atServer(part, 'https://registry.example', isSandbox);
      expect(gzipSync(JSON.stringify(served), { level: 9 }).length).toBeLessThan(most);
    }
  });
});

describe('examples in the API description', () => {
  it.each(routes.filter(({ response }) => response))(
    '$operationId has a response example that matches its schema',
    ({ response = z.never(), example }) => {
      expect(z.safeParse(response, example?.response)).toEqual({
        success: true,
        data: example?.response,
      });
    },
  );

  // A file is not JSON. docs/partner-guide.md shows how to send one.
  it.each(routes.filter(({ body, bodyMedia }) => body && bodyMedia === undefined))(
    '$operationId has a valid request example',
    ({ body = z.never(), example }) => {
      expect(example).toHaveProperty('request');
      expect(z.safeParse(body, example?.request).error).toBeUndefined();
    },
  );
});

describe('errors in the API description', () => {
  it.each(operations)(
    '$operationId has errors with the error envelope, and an example of every message',
    (operation) => {
      // The MCP endpoint answers an unreadable message with a JSON-RPC error.
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

  it.each(operations)('$operationId can return 500, and 413 if it accepts a body', (operation) => {
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(operation.requestBody ? ['413', '500'] : ['500']),
    );
  });
});
