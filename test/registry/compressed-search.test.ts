import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { standardKey } = await aResident(world);
for (let made = 0; made < 40; made += 1) await anEntity(world, { name: `Harbour ${made}` });
await anEntity(world, { name: 'Quay' });
await world.settle();

/** Returns the bytes as sent, because `fetch` would decode them. */
function search(query: string, accepted: string) {
  const headers = {
    authorization: `Bearer ${standardKey}`,
    'content-type': 'application/json',
    'accept-encoding': accepted,
  };
  const url = `${world.baseUrl}/api/v1/registries/legal_entities/search`;
  return new Promise<{ readonly headers: Record<string, unknown>; readonly bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ query }));
    },
  );
}

it.each([
  ['gzip, deflate, br', 'gzip', gunzipSync],
  ['br', 'br', brotliDecompressSync],
  ['gzip;q=0.5, br;q=0.9', 'br', brotliDecompressSync],
])(
  'a search compresses long results for a client that accepts %s',
  async (accepted, encoding, decode) => {
    const plain = await search('harbour', 'identity');
    const { headers, bytes } = await search('harbour', accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding']);
    expect(decode(bytes).equals(plain.bytes)).toBe(true);
    expect(JSON.parse(plain.bytes.toString()).results).toHaveLength(40);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  },
);

it.each([
  ['harbour', ''],
  ['harbour', 'identity'],
  ['harbour', 'gzip;q=0'],
  ['quay', 'gzip, br'],
])(
  'a search for %o sends uncompressed results to a client that accepts %o',
  async (query, accepted) => {
    const { headers, bytes } = await search(query, accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
    expect(JSON.parse(bytes.toString()).results.length).toBeGreaterThan(0);
  },
);
