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

/** CPU time of one request in milliseconds: ten times the usual cost, half the cost of one quadratic pattern. */
const max = 40;

/**
 * The lowest cost of several tries; stops at the first try that is cheap enough. An expensive case is expensive every time.
 * Garbage collection caused by other files affects only a few tries.
 */
async function leastCost(send: () => Promise<void>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 25 && least > enough; tries += 1) {
    least = Math.min(least, await cpuTime(send));
  }
  return least;
}

/** More than the 10,240 bytes of headers that API Gateway passes on. */
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

const named = oneOfEachKind(routes).map((route): [string, Route] => [route.operationId, route]);

it.each(named)(
  '%s answers long hostile headers and addresses within the CPU limit',
  async (_, route) => {
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
      // A slow machine may take ten times the cost of a plain request.
      const plainly = await leastCost(send(plain, {}), 0);
      if (least > 10 * plainly) costly.push(`${name}: ${Math.round(least)} ms, not ${plainly}`);
    }
    expect(costly).toEqual([]);
  },
);
