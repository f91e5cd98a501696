import { readdirSync, readFileSync } from 'node:fs';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { openSeal } from '../../shared/kernel/auth/seal.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { openSigner } from '../../shared/oauth/auth/signer.ts';
import { visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';
import handles from './1.0.0/handles.json' with { type: 'json' };
import requests from './1.0.0/requests.json' with { type: 'json' };
import signingKeys from './1.0.0/signing-keys.json' with { type: 'json' };
import { goldenAddress, goldenSealSecret, goldenVersion } from './golden-address.ts';

const folder = new URL(`${goldenVersion}/items/`, import.meta.url);

interface GoldenOptions {
  readonly without?: readonly string[];
}

/** Kinds of items that version 1.0.0 left. */
export function goldenKinds(): readonly string[] {
  return readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
}

/** The items of a kind as version 1.0.0 wrote them; empty if there are none. */
export function goldenItems(kind: string): readonly Item[] {
  if (!goldenKinds().includes(kind)) return [];
  // The recorder writes lists of items.
  return JSON.parse(readFileSync(new URL(`${kind}.json`, folder), 'utf8')) as readonly Item[];
}

/**
 * A world with the current code whose table, signing keys, address and clock are those left by
 * version 1.0.0.
 *
 * `without`: kinds to leave out; by default the outbox, whose events were delivered. With the
 * outbox, the world is at its own address, to which the sandbox reports, and the first `settle`
 * delivers all events again.
 */
export async function goldenWorld({ without = ['event'] }: GoldenOptions = {}) {
  const world = await startWorld();
  if (without.includes('event')) {
    Object.defineProperty(world.deps, 'baseUrl', { get: () => goldenAddress });
  }
  world.clock.now = Date.parse(handles.recordedAt) + 1_000;
  const keys = JSON.stringify(signingKeys.keys);
  Object.assign(world.deps, {
    signer: openSigner(async () => keys, world.deps.now),
    seal: openSeal(async () => [goldenSealSecret], world.deps.now),
  });
  const kinds = goldenKinds().filter((kind) => !without.includes(kind));
  await load(world, kinds.flatMap(goldenItems).map(unexpired));
  return world;
}

/** A browser that was left open, with its cookies. */
export function browserWith(world: World, cookies: readonly (readonly string[])[]) {
  const browser = visitor(world.baseUrl);
  for (const [name = '', value = ''] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function load({ table }: World, items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: item } }));
    const { UnprocessedItems } = await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests } }),
    );
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error('items were left out');
  }
}

/** Stored answers expire by the machine's clock, not the world's. */
function unexpired(item: Item): Item {
  const kept = String(item['pk']).startsWith('IDEMPOTENCY#');
  return kept ? { ...item, ttl: Math.ceil(Date.now() / 1000) + 3_600 } : item;
}

/** A request of requests.json, sent exactly as it was recorded. */
export async function sendAgain(
  world: World,
  { method, path, headers, bodyBase64 }: (typeof requests)[number],
) {
  const body = Buffer.from(bodyBase64, 'base64');
  const response = await fetch(world.baseUrl + path, { method, headers: { ...headers }, body });
  const answer: unknown = await response.json();
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed'),
    answer,
  };
}
