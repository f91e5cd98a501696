import { beforeEach, expect, it } from 'vitest';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { cpuTime } from '../support/cpu-cost.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
beforeEach(() => {
  world.clock.now += 60_000;
});

/** CPU of one request, in milliseconds: ten times what it is, and half of what one quadratic pattern takes. */
const max = 40;

/**
 * The least of some tries of this; the first that is cheap is enough. A case that is expensive is expensive every time, while a collection
 * of garbage that other files have left continues for some tries only.
 */
async function leastCost(send: () => Promise<void>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 25 && least > enough; tries += 1) {
    least = Math.min(least, await cpuTime(send));
  }
  return least;
}

/** Somewhat more than the 10,240 bytes of headers that API Gateway hands on. */
const length = 14_000;
const repeated = (unit: string) => unit.repeat(Math.floor(length / unit.length));

const hostile: readonly (readonly [name: string, headers: Record<string, string>])[] = [
  ['blanks in a credential', { authorization: `Bearer x${repeated(' ')}y` }],
  ['blanks before a credential', { authorization: `Bearer${repeated(' ')}y` }],
  ['Basic', { authorization: `Basic ${repeated('A=')}` }],
  ['a signature', { authorization: `AWS4-HMAC-SHA256 ${repeated('Credential=,')}` }],
  ['a long key', { authorization: `Bearer sk-${repeated('a')}` }],
  ['a token', { authorization: `Bearer ${repeated('e.')}` }],
  ['cookies', { cookie: repeated('registry_session=a;'), 'if-none-match': '"' }],
  ['one cookie', { cookie: `registry_session=${repeated('-.')}` }],
  ['what is accepted', { accept: repeated('text/html,'), 'accept-encoding': 'gzip' }],
  ['a content type', { 'content-type': `multipart/form-data;${repeated(' ;')}` }],
];

// The script of the reference page is a megabyte, which is compressed here with each request.
const named = oneOfEachKind(
  routes.filter(({ operationId }) => operationId !== 'getReferenceScript'),
).map((route): [string, Route] => [route.operationId, route]);

it.each(named)('%s costs a stranger’s long headers and addresses little', async (_, route) => {
  const costly: string[] = [];
  const plain = route.path.replaceAll(/\{[^{}]+\}/g, '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11');
  const targets = [
    ...hostile.map(([name, headers]) => [name, plain, headers] as const),
    ['an address', `${route.path.replaceAll(/\{[^{}]+\}/g, repeated('a-').slice(0, 6_000))}`, {}],
    ['a query', `${plain}?next=/${'/..'.repeat(900)}&request=${'a.'.repeat(1_500)}`, {}],
  ] as const;
  const body = route.method === 'GET' ? undefined : `${repeated('a=b&')}`;
  for (const [name, path, headers] of targets) {
    const send = (to: string, more: Readonly<Record<string, string>>) => async () => {
      const init = { method: route.method, redirect: 'manual', headers: more } as const;
      const response = await fetch(
        world.baseUrl + to,
        body === undefined ? init : { ...init, body },
      );
      await response.arrayBuffer();
      expect(response.status).toBeLessThan(500);
    };
    const least = await leastCost(send(path, headers), max);
    if (least <= max) continue;
    // On a machine on which everything is dear it is ten times what a plain request costs there.
    const plainly = await leastCost(send(plain, {}), 0);
    if (least > 10 * plainly) costly.push(`${name}: ${Math.round(least)} ms, not ${plainly}`);
  }
  expect(costly).toEqual([]);
});
