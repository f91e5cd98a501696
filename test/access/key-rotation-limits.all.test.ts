import { beforeEach, expect, it } from 'vitest';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let ada: Person;
let browser: Visitor;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now = Date.parse('2026-03-10T12:00:20.000Z');
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

const search = (key: string) =>
  world.call('POST', '/api/v1/registries/legal_entities/search', { key, body: { query: 'acme' } });

async function times(count: number, call: () => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, () => call()));
  return answers.filter(({ status }) => status === 200).length;
}

async function newestKey(): Promise<string> {
  const { body } = await world.admin('GET', `/persons/${ada.id}/api_keys?limit=100`);
  // Operators get the keys in `data`, newest first.
  const { data } = body as { data: { id: string; revokedAt: string | null }[] };
  return data.find(({ revokedAt }) => revokedAt === null)?.id ?? '';
}

async function rotate(): Promise<string> {
  world.clock.now += 1;
  const path = `/portal/developer/keys/${await newestKey()}/rotate`;
  const { text: form } = await browser.open(path);
  const formId = /name="formId" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const { text } = await browser.send(path, { formId });
  return /\bsk-[0-9A-Za-z]{49}\b/.exec(text)?.[0] ?? '';
}

const left = async (key: string) => {
  const { body } = await world.call('GET', '/api/v1/rate_limit', { key });
  // The response for a valid key.
  const { data } = body as { data: { limits: { window: string; remaining: number }[] } };
  return data.limits.map(({ window, remaining }) => [window, remaining]);
};

it('a rotated key continues the minute and day counts of the previous key, after any number of rotations', async () => {
  expect(await times(30, () => search(ada.standardKey))).toBe(30);
  const second = await rotate();
  expect(await left(second)).toEqual([
    ['minute', 20],
    ['day', 4970],
  ]);
  expect(await times(10, () => search(second))).toBe(10);
  const third = await rotate();
  expect(await times(20, () => search(third))).toBe(10);
  expect(await left(third)).toEqual([
    ['minute', 0],
    ['day', 4950],
  ]);
});

it('calls during a rotation share one quota, whichever of the two keys they use', async () => {
  const before = times(60, () => search(ada.standardKey));
  const key = await rotate();
  const allowed = (await before) + (await times(60, () => search(key)));
  expect(allowed).toBe(50);
});

it('another key of the same owner has its own counts', async () => {
  const { body } = await world.admin('POST', `/persons/${ada.id}/api_keys`, { kind: 'standard' });
  expect(await times(50, () => search(ada.standardKey))).toBe(50);
  expect(await times(1, () => search((body as { data: { key: string } }).data.key))).toBe(1);
});
