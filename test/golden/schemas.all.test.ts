import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '../support/world.ts';
import contents from './1.0.0/contents.json' with { type: 'json' };
import requests from './1.0.0/requests.json' with { type: 'json' };
import { goldenItems, goldenWorld, sendAgain } from './golden-world.ts';
import { keysOnly, readers } from './readers.ts';
import { retired } from './retired.ts';

let world: World;

beforeAll(async () => {
  // Without the stored answers, as if they were lost between an effect and its answer.
  world = await goldenWorld({ without: ['event', 'idempotency'] });
});
afterAll(() => world.stop());

describe('items of version 1.0.0 fit today’s schemas', () => {
  it.each(Object.entries(readers))('%s', async (kind, read) => {
    const items = goldenItems(kind);
    expect(items).not.toEqual([]);
    const now = new Date(world.clock.now);
    const found = await Promise.all(items.map((item) => read(world.table, item, now)));
    expect(found.filter((item) => item === null || item === undefined)).toEqual([]);
  });

  it('of every kind', () => {
    const known = [...Object.keys(readers), ...keysOnly, ...Object.keys(retired)];
    expect(contents.items.filter((kind) => !known.includes(kind))).toEqual([]);
  });
});

describe('effects of version 1.0.0', () => {
  const noted = ['application', 'voucher', 'residency application', 'proof of address'];

  it.each(requests.filter(({ name }) => noted.includes(name)))(
    'are known when the answer was lost: $name',
    async (request) => {
      const { status, replayed, answer } = await sendAgain(world, request);
      expect({ status, replayed, id: idOf(answer) }).toEqual({
        status: 200,
        replayed: 'true',
        id: idOf(request.answer),
      });
    },
  );
});

/** The id of the created resource; undefined if something is only changed. */
function idOf(answer: unknown): unknown {
  return Object(Object(answer).data ?? answer).id;
}
