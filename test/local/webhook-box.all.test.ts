import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { startLaptop } from '../support/laptop.ts';

const directory = mkdtempSync(join(tmpdir(), 'webhook-box-'));
const laptop = startLaptop(directory);
afterAll(async () => {
  await laptop.end('SIGKILL');
  rmSync(directory, { recursive: true, maxRetries: 5 });
});

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The shape of /local/webhooks. */
async function receivedAt(url: string): Promise<readonly Received[]> {
  return ((await (await fetch(url)).json()) as { data: readonly Received[] }).data;
}

it("the demo's webhook is delivered and verifies with the secret in demo.json", async () => {
  const { baseUrl, people } = await laptop.ready();
  const { id, url, secret } = people.ada.webhookEndpoint;
  expect(url).toBe(`${baseUrl}/local/webhooks`);
  const tests = async () =>
    (await receivedAt(url)).filter(({ body }) => JSON.parse(body).type === 'webhook_endpoint.test');
  await expect.poll(async () => (await tests()).length).toBe(1);
  for (const { headers, body } of await receivedAt(url)) {
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
  }
  const authorization = `Bearer ${people.ada.standardKey}`;
  const statuses = async () => {
    const path = `/api/v1/webhook_endpoints/${id}/deliveries?limit=100`;
    const answer = await fetch(baseUrl + path, { headers: { authorization } });
    const { data } = (await answer.json()) as { data: { type: string; status: string }[] };
    return data.filter(({ type }) => type === 'webhook_endpoint.test').map(({ status }) => status);
  };
  await expect.poll(statuses).toEqual(['succeeded']);
});

it("the demo's webhook receiver shows messages escaped, and refuses those that are too long", async () => {
  const { baseUrl } = await laptop.ready();
  const url = `${baseUrl}/local/webhooks`;
  const post = async (body: string) => (await fetch(url, { method: 'POST', body })).status;
  expect(await post('<script>alert(1)</script>')).toBe(204);
  const headers = { accept: 'text/html' };
  const page = await (await fetch(url, { headers })).text();
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script>');
  expect(await post('x'.repeat(65 * 1024))).toBe(413);
  expect((await receivedAt(url)).map(({ body }) => body)).not.toContain('x'.repeat(65 * 1024));
});

it('the service provides the files that the guides need in an empty folder', async () => {
  const { baseUrl, people } = await laptop.ready();
  const get = (name: string) => fetch(`${baseUrl}/docs/files/${name}`);
  const demo = await fetch(`${baseUrl}/local/guides/demo.json`);
  expect(await demo.json()).toMatchObject({ baseUrl, people });
  for (const name of ['guide.sh', 'person.ts', 'web.ts', 'device.ts', 'receiver.ts']) {
    expect([name, (await get(name)).status]).toEqual([name, 200]);
  }
  const texts = ['files/guide.sh', 'start.md', 'start', 'agents.md', '../llms-full.txt'].map(
    async (path) => (await fetch(`${baseUrl}/docs/${path}`)).text(),
  );
  for (const text of await Promise.all(texts)) {
    expect(text).toContain(baseUrl);
    expect(text).not.toContain('http://localhost:3000');
  }
  const client = gunzipSync(await (await get('resident-registry-client.tgz')).bytes());
  expect(client.includes('package/dist/index.js')).toBe(true);
  expect((await get('package.json')).status).toBe(404);
  expect((await get('..%2fpackage.json')).status).toBe(404);
});
