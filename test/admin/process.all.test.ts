import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { startRecordingServer } from './recording-server.ts';
import { type Outcome, words } from './shell.ts';

const program = fileURLToPath(new URL('../../bin/admin.ts', import.meta.url));
const world = await useWorld();
const folder = mkdtempSync(join(tmpdir(), 'admin-'));
writeFileSync(
  join(folder, 'credentials'),
  '[operators]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = secret\naws_session_token = session\n',
);
afterAll(() => rmSync(folder, { recursive: true }));

/** The command in its own process, with no credentials except those in the folder. */
async function run(line: string, options: { url?: string; input?: string } = {}): Promise<Outcome> {
  const { url = world.baseUrl, input = '' } = options;
  const child = spawn(process.execPath, [program, ...words(line)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      REGISTRY_URL: url,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: join(folder, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
    },
  });
  child.stdin.end(input);
  const [out, err, exitCode] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1))),
  ]);
  return {
    exitCode,
    out: Buffer.concat(out).toString('utf8'),
    err: Buffer.concat(err).toString('utf8'),
  };
}

describe('bin/admin.ts', () => {
  it('reads a body from standard input, lets options override its fields, and prints JSON', async () => {
    const input = JSON.stringify({ email: 'ada@example.com', givenName: 'Ada', surname: 'Byron' });
    const { exitCode, out, err } = await run('persons create --body - --surname Lovelace --json', {
      input,
    });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    const { body } = await world.admin('GET', '/persons?email=ada@example.com');
    expect(body).toMatchObject({ data: [{ givenName: 'Ada', surname: 'Lovelace' }] });
    expect(JSON.parse(out)).toEqual({ data: (body as { data: unknown[] }).data[0] });
  });

  it('prints its help, group by group, on standard output', async () => {
    const { exitCode, out, err } = await run('--help');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    expect(out).toMatch(/^Usage: npm run admin -- <group> <command>/);
    expect(out.match(/^\S.*:$/gm)).toEqual([
      'Options:',
      'Reviews and applications:',
      'People:',
      'Legal entities:',
      'Codes and names:',
      'Programs:',
      'Oversight:',
      'Import and export:',
      'Commands:',
      'Examples:',
    ]);
  });

  it('ends with the exit code of the error, without a stack trace', async () => {
    expect(await run('vouchers list', { url: 'http://127.0.0.1:9' })).toEqual({
      exitCode: 3,
      out: '',
      err: 'error: Nothing answers at http://127.0.0.1:9: is `npm start` running?\n',
    });
    expect((await run('vouchers lits')).exitCode).toBe(2);
  });

  it('changes nothing irreversible if nobody can be asked for confirmation', async () => {
    const { exitCode, err } = await run('reserved-names remove 1');
    expect({ exitCode, err }).toEqual({
      exitCode: 2,
      err: 'error: Anyone will be able to take the name immediately. Confirm with --yes.\n(see --help)\n',
    });
  });
});

describe('credentials of bin/admin.ts', () => {
  it('are always `local` for a service on this machine', async () => {
    const server = await startRecordingServer(() => ({ body: { data: [] } }));
    await run('vouchers list', { url: server.url });
    await server.stop();
    expect(server.requests[0]?.headers.authorization).toMatch(/Credential=local\/\d{8}\/local\//);
  });

  it('are those of the named profile, including the session token', async () => {
    const server = await startRecordingServer(() => ({ body: { data: [] } }));
    const line = 'vouchers list --profile operators --region eu-west-1';
    await run(line, { url: `${server.url}/dev` });
    await server.stop();
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/execute-api\/aws4_request, SignedHeaders=accept;host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      ),
      'x-amz-security-token': 'session',
    });
  });

  it('cause exit code 4 if they are missing, and the error says what to set', async () => {
    const url = 'https://abcde12345.execute-api.eu-west-1.amazonaws.com/dev';
    const { exitCode, out, err } = await run('vouchers list', { url });
    expect({ exitCode, out }).toEqual({ exitCode: 4, out: '' });
    expect(err).toMatch(
      /^error: No AWS credentials\. .+\nSet --profile or AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.\n$/,
    );
  });
});
