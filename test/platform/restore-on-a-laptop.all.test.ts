import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { runAdmin } from '../../admin/run-admin.ts';
import { startLaptop } from '../support/laptop.ts';

const directory = mkdtempSync(join(tmpdir(), 'registry-restore-'));
const data = join(directory, 'data');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

async function admin(baseUrl: string, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { authorization: asOperator, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.status === 204 ? {} : Object((await response.json()) as object).data;
}

/** Runs an admin command; resolves to its exit code and output. */
async function command(...words: string[]) {
  let printed = '';
  const note = (text: string) => {
    printed += text;
  };
  const code = await runAdmin(words, {
    env: { REGISTRY_ENGINES: join(data, 'engines.json') },
    write: note,
    notice: note,
    width: null,
    style: (_, text) => text,
    ask: null,
    readInput: async () => '',
  });
  return { code, printed };
}

it('a restored backup lacks a later revocation until it is replayed from the copies', async () => {
  const first = startLaptop(directory, { dataDirectory: data });
  const { baseUrl } = await first.ready();
  const person = await admin(baseUrl, 'POST', '/persons', {
    email: 'ada.restored@example.com',
    givenName: 'Ada',
    surname: 'Restored',
  });
  const key = await admin(baseUrl, 'POST', `/persons/${person.id}/api_keys`, { kind: 'standard' });
  const works = async (url: string) =>
    (await fetch(`${url}/api/v1/whoami`, { headers: { authorization: `Bearer ${key.key}` } }))
      .status;
  expect(await works(baseUrl)).toBe(200);

  // Before what is replayed: midnight may pass.
  const day = new Date().toISOString().slice(0, 10);
  // A backup of the running table; buckets are not part of it.
  const backup = join(directory, 'backup.sqlite');
  const running = new DatabaseSync(join(data, 'dynamodb.sqlite'));
  running.exec(`VACUUM INTO '${backup}'`);
  running.close();

  await admin(baseUrl, 'DELETE', `/persons/${person.id}/api_keys/${key.id}`);
  const late = await admin(baseUrl, 'POST', '/persons', { email: 'late@example.com' });
  expect([await works(baseUrl), typeof late.id]).toEqual([401, 'string']);
  // A loss within the copier's second would lose this too; the promise is one minute.
  for (;;) {
    const { printed } = await command('restore', 'replay', '--since', day);
    if (/^apiKey +0 to be written, 1 known/m.test(printed)) break;
  }
  await first.end();

  for (const name of readdirSync(data)) {
    if (name.startsWith('dynamodb.sqlite')) rmSync(join(data, name));
  }
  cpSync(backup, join(data, 'dynamodb.sqlite'));
  const second = startLaptop(directory, { dataDirectory: data });
  const { baseUrl: restored } = await second.ready();
  expect(await works(restored)).toBe(200);

  const dry = await command('restore', 'replay', '--since', day);
  expect([dry.code, dry.printed]).toEqual([0, expect.stringMatching(/^apiKey +1 to be written/m)]);
  expect(await works(restored)).toBe(200);
  const done = await command('restore', 'replay', '--since', day, '--carry-out');
  expect([done.code, done.printed]).toEqual([0, expect.stringMatching(/^apiKey +1 written/m)]);
  expect(await works(restored)).toBe(401);
  const again = await command('restore', 'replay', '--since', day, '--carry-out');
  expect(again.printed).not.toMatch(/[1-9]\d* written/);

  const verified = await command('audit', 'verify', '--from', day);
  expect(verified).toEqual({ code: 0, printed: expect.stringContaining('0 days signed') });
  expect((await command('audit', 'verify', '--from', 'soon')).code).toBe(2);
  expect((await command('restore', 'replay')).code).toBe(2);
  await second.end();
  expect((await command('audit', 'verify')).code).not.toBe(0);
});
