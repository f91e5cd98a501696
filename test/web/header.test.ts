import { expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { header, mediaType, namesType, namesTypeAlone } from '../../shared/web/http/request.ts';
import { parseRequest } from '../../shared/web/middleware/parse-request.ts';

/** An event as API Gateway makes it: `headers` has the last line of each header, `multiValueHeaders` all of them. */
const event = (lines: Readonly<Record<string, string[]>>) => ({
  headers: Object.fromEntries(Object.entries(lines).map(([name, all]) => [name, all.at(-1)])),
  multiValueHeaders: lines,
});

it('a header is found regardless of the case of its name', () => {
  expect(header(event({ 'Content-Type': ['text/plain'] }), 'content-type')).toBe('text/plain');
  expect(header(event({ Accept: ['text/plain'] }), 'content-type')).toBeUndefined();
});

it('a header sent in several lines is joined, and no line is lost', () => {
  expect(header(event({ DPoP: ['a', 'b'] }), 'dpop')).toBe('a, b');
  expect(header(event({ DPoP: ['a'], dpop: ['b'] }), 'dpop')).toBe('a, b');
  expect(header(event({ cookie: ['a=1', 'b=2'] }), 'cookie')).toBe('a=1; b=2');
});

it('a media type is read without parameters, in lower case', () => {
  expect(mediaType(event({ 'CONTENT-TYPE': ['Application/JSON ; charset=utf-8'] }))).toBe(
    'application/json',
  );
  expect(mediaType(event({}))).toBe('');
});

it.each([
  [undefined, false, false],
  ['*/*', false, false],
  ['text/html', false, true],
  ['Application/JSON', true, false],
  ['application/json;q=0', false, false],
  ['application/json ; Q=0.000', false, false],
  ['application/json;q=0.001', true, false],
  ['application/json, TEXT/HTML;q=0.5', false, true],
  ['application/json, text/html;charset=utf-8;q=0', true, false],
  ['application/jsonp', false, false],
])('with Accept %j JSON alone is asked for: %j, a page: %j', (accept, json, page) => {
  expect(namesTypeAlone(accept, 'application/json')).toBe(json);
  expect(namesType(accept, 'text/html')).toBe(page);
});

/** The body that a route reads from its example, or the error, with this header. */
async function readOf(route: Route, name: string, type: string): Promise<unknown> {
  const { request } = route.example ?? {};
  const body =
    route.bodyType === 'form'
      ? new URLSearchParams(
          Object.entries(Object(request)).map(([key, value]): [string, string] => [
            key,
            `${value}`,
          ]),
        )
      : JSON.stringify(request ?? {});
  const sent = { ...event({ [name]: [type] }), body: String(body), isBase64Encoded: false };
  const progress: { body?: unknown } = {};
  const parser = parseRequest({ ...route, params: undefined, query: undefined });
  try {
    // The parser reads only these fields.
    await parser.before?.({ event: sent, context: { progress } } as never);
    return progress.body;
  } catch (error) {
    return [String(error), Reflect.get(Object(error), 'extras')];
  }
}

const bodies = routes.filter(({ body, bodyType }) => body !== undefined && bodyType !== 'bytes');

it.each([
  ['CONTENT-TYPE', ''],
  ['Content-type', ''],
  ['content-type', ' ; charset=utf-8'],
  ['Content-Type', ';charset="UTF-8"'],
])('every body is read with the header %s and the type%s', async (name, parameters) => {
  for (const route of bodies) {
    const type =
      route.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const read = await readOf(route, name, type + parameters);
    expect([route.operationId, read]).toEqual([
      route.operationId,
      await readOf(route, 'content-type', type),
    ]);
    expect(JSON.stringify(read)).not.toContain('Content-Type must be');
  }
});
