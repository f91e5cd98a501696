import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/world.ts';
import { startRecordingServer } from './recording-server.ts';
import { runInShell } from './shell.ts';

const hint = '(see --help)\n';
const nobody = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';

describe('exit code 1: the service refuses the request, and the error', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  const run = (line: string) => runInShell({ url: world.baseUrl }, line);

  it('names each invalid field', async () => {
    expect(await run('persons create --email nope --address-line1 x')).toEqual({
      exitCode: 1,
      out: '',
      err:
        'error: Invalid request body (400, request.invalid_body)\n' +
        '  email: Invalid email address\n' +
        '  address.city: Required\n' +
        '  address.postalCode: Required\n' +
        '  address.country: Required\n',
    });
  });

  it('has the message and the code', async () => {
    await run('persons create --email ada@example.com');
    expect(await run('persons create --email ADA@example.com --json')).toEqual({
      exitCode: 1,
      out: '',
      err: 'error: Another person has this e-mail address (409, person.email_taken)\n',
    });
    expect(await run(`persons show ${nobody}`)).toEqual({
      exitCode: 1,
      out: '',
      err: 'error: Not found (404, resource.not_found)\n',
    });
  });

  it('asks whether the URL is correct if the answer is not JSON', async () => {
    const server = await startRecordingServer(() => ({ body: '<html>Hello</html>' }));
    const outcome = await runInShell({ url: server.url }, 'vouchers list');
    await server.stop();
    expect(outcome).toEqual({
      exitCode: 1,
      out: '',
      err: `error: ${server.url} answered 200 without JSON: is it the registry's URL?\n`,
    });
  });

  it('has the request id if the service failed', async () => {
    const server = await startRecordingServer(() => ({
      status: 500,
      body: { error: 'Internal server error', requestId: 'r-1' },
    }));
    const outcome = await runInShell({ url: server.url }, 'vouchers list');
    await server.stop();
    const err = 'error: Internal server error (500)\n  request r-1\n';
    expect(outcome).toEqual({ exitCode: 1, out: '', err });
  });
});

describe('exit code 2: wrong usage', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'admin-'));
    writeFileSync(join(folder, 'large.pdf'), Buffer.alloc(700 * 1024 + 1));
    writeFileSync(join(folder, 'empty.pdf'), '');
    writeFileSync(join(folder, 'unknown.xyz'), 'x');
    writeFileSync(join(folder, 'list.json'), '[]');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  // Nothing answers there: a command that sends a request would end with 3.
  const run = (line: string) => runInShell({ url: 'http://127.0.0.1:9' }, line);

  it.each([
    ['person list', "unknown command 'person'\n(Did you mean persons?)"],
    ['persons lst', "unknown command 'lst'\n(Did you mean list?)"],
    ['persons list --emial x', "unknown option '--emial'\n(Did you mean --email?)"],
    ['persons show', "missing required argument 'person'"],
    ['persons show .. --json', "<person> is not a valid id: '..'"],
    ['persons create', 'missing: --email'],
    ['entities import --name Acme', 'missing: --option-id, --extension'],
    [`persons update ${nobody}`, 'nothing to change: give at least one option'],
    [
      'vouchers create --kind half',
      "option '--kind <kind>' argument 'half' is invalid. Allowed choices are full, percent, amount.",
    ],
    [
      'vouchers create --kind percent --value 1.5',
      "option '--value <number>' argument '1.5' is invalid. It must be a whole number.",
    ],
    [
      'persons create --address Harbour',
      "option '--address <json>' argument 'Harbour' is invalid. It must be JSON.",
    ],
    [
      'audit list --all --cursor x',
      "option '--all' cannot be used with option '--cursor <cursor>'",
    ],
    [
      'audit list --url ftp://x',
      'the URL must look like http://localhost:3000 or https://ID.execute-api.REGION.amazonaws.com/STAGE',
    ],
    [
      'audit list --url http://example.com',
      'the URL must begin with https:// unless it is on this machine',
    ],
    [
      `keys revoke ${nobody} ${nobody}`,
      'The key will stop working immediately and permanently. Confirm with --yes.',
    ],
  ])('is returned for: %s', async (line, message) => {
    expect(await run(line)).toEqual({ exitCode: 2, out: '', err: `error: ${message}\n${hint}` });
  });

  it('is returned for an unusable file, before anything is sent', async () => {
    const add = async (file: string) => (await run(`documents add ${nobody} ${file}`)).err;
    const path = (name: string) => join(folder, name);
    expect([
      await add(path('large.pdf')),
      await add(path('empty.pdf')),
      await add(path('unknown.xyz')),
      await add(path('missing.pdf')),
      (await run(`persons create --body ${path('list.json')}`)).err,
      (await run(`persons create --body ${path('empty.pdf')}`)).err,
    ]).toEqual(
      [
        `${path('large.pdf')} has 716801 bytes; the maximum is 716800`,
        `${path('empty.pdf')} is empty`,
        'missing: --content-type',
        `can't read ${path('missing.pdf')} (ENOENT)`,
        `${path('list.json')} is not a JSON object`,
        `${path('empty.pdf')} is not JSON`,
      ].map((message) => `error: ${message}\n${hint}`),
    );
  });
});

describe('exit codes 3 and 4', () => {
  it('3: no answer, and the error asks whether the local service is running', async () => {
    expect(await runInShell({ url: 'http://127.0.0.1:9' }, 'vouchers list')).toEqual({
      exitCode: 3,
      out: '',
      err: 'error: Nothing answers at http://127.0.0.1:9: is `npm start` running?\n',
    });
  });

  it('4: refused credentials, and the error says what to set', async () => {
    const body = { error: 'Forbidden', requestId: 'r-1' };
    const server = await startRecordingServer(() => ({ status: 403, body }));
    const outcome = await runInShell({ url: server.url }, 'vouchers list');
    await server.stop();
    expect(outcome).toEqual({
      exitCode: 4,
      out: '',
      err: 'error: Forbidden (403)\nThe service on this machine takes the access key id `local`: leave --profile out.\n',
    });
  });

  it('4: unknown region of a domain, and the error says how to set it', async () => {
    const url = 'https://registry.example';
    expect(await runInShell({ url }, 'vouchers list')).toEqual({
      exitCode: 4,
      out: '',
      err: 'error: The region of registry.example is not known: set --region or AWS_REGION.\n',
    });
  });
});

describe('an irreversible command', () => {
  it.each([
    ['y', 0, 1],
    ['Yes', 0, 1],
    ['n', 1, 0],
    ['', 1, 0],
  ])('asks for confirmation: %j', async (answer, exitCode, calls) => {
    const server = await startRecordingServer(() => ({ body: { data: {} } }));
    const outcome = await runInShell({ url: server.url, answer }, `will revoke ${nobody}`);
    await server.stop();
    const question =
      "The person's Agent Keys that can write will stop working immediately and permanently. Continue? [y/N] \n";
    const err = calls === 1 ? question : `${question}error: Nothing was changed.\n`;
    expect(outcome).toEqual({ exitCode, out: '', err });
    expect(server.requests.length).toBe(calls);
  });
});
