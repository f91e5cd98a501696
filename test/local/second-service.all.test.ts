import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { localServiceUrl } from '../../admin/target.ts';
import { startLaptop } from '../support/laptop.ts';

const directory = mkdtempSync(join(tmpdir(), 'registry-two-'));
const first = startLaptop(directory);
const { baseUrl } = await first.ready();
const second = startLaptop(directory);
afterAll(async () => {
  await Promise.all([first.end(), second.end()]);
  rmSync(directory, { recursive: true, force: true });
});

const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));

it('a second service in a folder has its own credentials while it runs, and leaves those of the first', async () => {
  // The content of the usual file once the second service is ready.
  expect((await second.ready()).baseUrl).toBe(baseUrl);
  const address = /answers at (\S+)/.exec(second.output())?.[1] ?? '';
  const { port } = new URL(address);
  expect(second.output()).toMatch(new RegExp(`export LOCAL_DIR=.*/${port}\n`));
  expect(first.output()).not.toContain('LOCAL_DIR');

  const own = read(join(port, 'credentials.json'));
  expect(own.baseUrl).toBe(address);
  const ask = (key: string) =>
    fetch(`${address}/api/v1/whoami`, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask(own.people.ada.standardKey)).status).toBe(200);
  expect((await ask(read('credentials.json').people.ada.standardKey)).status).toBe(401);
  expect(read(join(port, 'engines.json')).tableEndpoint).not.toBe(
    read('engines.json').tableEndpoint,
  );
  // Operators' commands find each service by its folder, at any port.
  const folders = [directory, join(directory, port)];
  expect(folders.map((folder) => localServiceUrl({ LOCAL_DIR: folder }))).toEqual([
    baseUrl,
    address,
  ]);

  expect(await second.end()).toBe(0);
  expect([existsSync(join(directory, port)), read('credentials.json').baseUrl]).toEqual([
    false,
    baseUrl,
  ]);
});
