import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '../../shared/service/routes/route-table.ts';
import { requestPath, withPlainParameters } from '../../shared/web/http/request.ts';

const id = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
/** What the function of a row receives as its path parameters. */
const eventWith = (path: string, value: string) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pathParameters = Object.fromEntries(names.map((name) => [name, value]));
  // Nothing else of the event is read.
  return withPlainParameters({ pathParameters } as unknown as APIGatewayProxyEvent);
};

const spellings = [
  ['capitals', id.toUpperCase()],
  ['percent-encoded letters', id.replaceAll('b', '%62').replaceAll('-', '%2D')],
  ['both', id.toUpperCase().replaceAll('B', '%42')],
] as const;

describe.each(routes.filter(({ path }) => path.includes('{')))('$method $path', (row) => {
  it.each(spellings)('reads identifiers with %s as the same identifiers', (_, spelled) => {
    const [plain, other] = [eventWith(row.path, id), eventWith(row.path, spelled)];
    const schema = row.params ?? z.unknown();
    expect(z.safeParse(schema, other.pathParameters).data).toEqual(
      z.safeParse(schema, plain.pathParameters).data,
    );
    expect(other.pathParameters).toEqual(plain.pathParameters);
    expect(requestPath(row, other)).toBe(requestPath(row, plain));
  });
});

describe('a path parameter', () => {
  it.each([
    ['ADA-%32%30', 'ADA-20'],
    ['a%2541', 'a%41'],
    ['%E2%80%94', '—'],
    ['100%', '100%'],
    ['%FF', '%FF'],
  ])('%s is decoded exactly once, to %s', (sent, plain) => {
    expect(eventWith('/codes/{code}', sent).pathParameters).toEqual({ code: plain });
  });
});
