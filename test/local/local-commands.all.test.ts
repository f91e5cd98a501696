import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLocalCommand } from '../../local/run-command.ts';
import { runInShell } from '../admin/shell.ts';
import { person } from '../support/person.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const redirectUri = 'https://client.example/callback';
const scopes = ['openid', 'profile', 'offline_access'];
let directory: string;
let service: RunningService;
let client: { clientId: string; clientSecret: string };
let ada: { id: string };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'commands-test-'));
  service = await startService({ dataDirectory: directory });
  client = await service.register({ scopes, redirectUris: [redirectUri] });
  ada = await service.operate('/persons', { email: 'ada@residents.example', givenName: 'Ada' });
});
afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true });
});

const configured = () =>
  oauth.discovery(
    new URL(service.baseUrl),
    client.clientId,
    {},
    oauth.ClientSecretBasic(client.clientSecret),
    { execute: [oauth.allowInsecureRequests] },
  );

async function signedIn() {
  const config = await configured();
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier();
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    prompt: 'consent',
  });
  const arrival = await person(service.baseUrl, 'ada@residents.example').answer(url.href);
  return oauth.authorizationCodeGrant(config, new URL(arrival.url), { pkceCodeVerifier });
}

async function publishedKeys(): Promise<string[]> {
  const answer = await fetch(`${service.baseUrl}/.well-known/jwks.json`);
  // RFC 7517.
  const { keys } = (await answer.json()) as { keys: { kid: string; alg: string }[] };
  // Keys of the contract's algorithm; keys of other algorithms are rotated with them.
  return keys.flatMap(({ kid, alg }) => (alg === 'RS256' ? [kid] : [])).toSorted();
}

const keyOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

it('rotating signing keys publishes a new key, keeps earlier signatures valid and survives a restart', async () => {
  const before = await publishedKeys();
  const tokens = await signedIn();
  const first = keyOf(tokens.access_token);
  const next = before.find((kid) => kid !== first);

  const program = join(import.meta.dirname, '../../bin/local-command.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', program, 'rotate-signing-keys'],
    { env: { ...process.env, REGISTRY_URL: service.baseUrl } },
  );
  const after = await publishedKeys();
  const drawn = after.find((kid) => !before.includes(kid));
  expect(after).toEqual([...before, drawn].toSorted());
  expect(stdout).toBe(
    `Tokens are signed with the key ${next}, in five minutes at the latest.\nAlso published: ${drawn}, which is next, and ${first}, which is retired: what it signed stays valid.\n`,
  );
  const userInfo = async () =>
    (await oauth.fetchUserInfo(await configured(), tokens.access_token, ada.id)).sub;
  expect(await userInfo()).toBe(ada.id);

  await service.stop();
  // The retired private key is gone, except in the one previous version that AWS also keeps.
  const [{ versions }] = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')).filter(
    ({ name }: { name: string }) => name === 'registry/signing-keys',
  );
  expect(versions.map(({ stages }: { stages: string[] }) => stages)).toEqual([
    ['AWSPREVIOUS'],
    ['AWSPENDING', 'AWSCURRENT'],
  ]);
  service = await startService({
    dataDirectory: directory,
    port: Number(new URL(service.baseUrl).port),
  });
  expect(await publishedKeys()).toEqual(after);
  expect(await userInfo()).toBe(ada.id);
  const refreshed = await oauth.refreshTokenGrant(await configured(), String(tokens.refresh_token));
  expect(keyOf(refreshed.access_token)).toBe(next);
  expect(
    await oauth.fetchUserInfo(await configured(), refreshed.access_token, ada.id),
  ).toMatchObject({ sub: ada.id });
});

it('simultaneous rotations run one after the other', async () => {
  const before = await publishedKeys();
  await Promise.all([1, 2].map(() => runLocalCommand('rotate-signing-keys', service.baseUrl)));
  expect((await publishedKeys()).length).toBe(before.length + 2);
});

it('a command retries events that were given up', async () => {
  expect(await runLocalCommand('redeliver', service.baseUrl)).toBe(
    'Dead letters: 0 are tried again, 0 remain.',
  );
});

it('a command emits the metrics that a schedule measures in AWS', async () => {
  const lines = (await runLocalCommand('measure', service.baseUrl)).split('\n');
  expect(lines.map((line) => line.replace(/ \d+$/, ''))).toEqual([
    'PendingReviews legal_entity_application',
    'PendingReviews amendment',
    'PendingReviews certificate_request',
    'PendingReviews residency_application',
    'OldestPendingReview',
  ]);
});

it('a command asks providers for payments that are due', async () => {
  expect(await runLocalCommand('ask-providers', service.baseUrl)).toBe(
    'Payments asked for: 0 settled, 0 with nothing new, 0 without an answer.\nStatements: 4 pages with 0 movements, 0 without an answer.',
  );
});

it('a local command and an operator command write the snapshot for the search', async () => {
  const { exitCode, out } = await runInShell({ url: service.baseUrl }, 'search rebuild');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Searches start from \d+ names in \d+ bytes\.\n$/);
  expect(await runLocalCommand('snapshot', service.baseUrl)).toMatch(
    /^Wrote the snapshot that the search starts from: \d+ names in \d+ bytes\.$/,
  );
});

it('an unknown command and an unreachable service are reported in a sentence', async () => {
  await expect(runLocalCommand('rotate', service.baseUrl)).rejects.toThrow(
    'npm run local -- takes one of: rotate-signing-keys, measure, ask-providers, migrate, snapshot, clock, redeliver.',
  );
  await expect(runLocalCommand('redeliver', 'http://127.0.0.1:1')).rejects.toThrow(
    'Nothing answers at http://127.0.0.1:1: start the service, or set REGISTRY_URL to its address.',
  );
});

it("a command requires an operator's signature, so pages of other sites can't send one", async () => {
  const before = await publishedKeys();
  const url = `${service.baseUrl}/local/signing-keys/rotation`;
  const unsigned = await fetch(url, { method: 'POST' });
  expect([unsigned.status, await unsigned.json()]).toEqual([403, { error: 'Forbidden' }]);
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://attacker.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.ok).toBe(false);
  expect((await fetch(url)).status).toBe(404);
  expect(await publishedKeys()).toEqual(before);
});
