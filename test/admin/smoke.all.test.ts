import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotTried } from '../../admin/smoke/check.ts';
import { runSmoke } from '../../admin/smoke/run-smoke.ts';
import { openService } from '../../admin/smoke/service.ts';
import { strangerChecks } from '../../admin/smoke/stranger-checks.ts';
import { inPem } from '../../local/make-certificate.ts';
import { anAuthority } from '../support/authority.ts';
import { aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await aResident(world);
  await world.deps.signer.sign({}, 'at+jwt'); // publishes keys
});
afterAll(() => world.stop());

/** Replaces the answer to a request; null leaves it unchanged. */
type Tamper = (
  path: string,
  answer: Response,
  method: string,
) => Response | null | Promise<Response | null>;

/** Runs the checks against this test's service, with its clock. */
async function smoke(
  env: Readonly<Record<string, string>> = {},
  tamper: Tamper = () => null,
  { clock = Date.now, args = [] }: { clock?: () => number; args?: readonly string[] } = {},
) {
  let output = '';
  const send: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const path = String(input).replace(world.baseUrl, '');
    return (await tamper(path, answer, init?.method ?? 'GET')) ?? answer;
  };
  const write = (text: string) => {
    output += text;
  };
  const code = await runSmoke({
    args: [world.baseUrl, ...args],
    ...{ env, write, send, now: clock, readers: () => world.deps.streamReaders },
  });
  const line = (check: string) =>
    output.split('\n').find((each) => each.slice(9).startsWith(`${check} `));
  return { code, output, line };
}

const keyed = () => ({ REGISTRY_KEY: ada.standardKey, REGISTRY_RPN: ada.rpn });

describe('npm run smoke', () => {
  it('makes one real write with --write, and reports what prevents it', async () => {
    Object.assign(world.deps, { isSandbox: true });
    const { line, output } = await smoke(keyed(), () => null, { args: ['--write'] });
    Object.assign(world.deps, { isSandbox: false });
    expect(line('a resident is created')).toMatch(/^ok .* 20[01], \d+ ms$/);
    expect(output).toMatch(/^20 ok, 0 failed, 1 skipped$/m);
    const refused: Tamper = (path) =>
      path.includes('/test_helpers/')
        ? Response.json({ error: 'Forbidden' }, { status: 500 })
        : null;
    const failed = await smoke(keyed(), refused, { args: ['--write'] });
    expect(failed.line('a resident is created')).toContain('preflight -- --try-rights');
    const elsewhere = await smoke(keyed(), () => null, { args: ['--write'] });
    expect(elsewhere.line('a resident is created')).toContain('--write is for a sandbox');
    const none = await smoke({}, () => null, { args: ['--write'] });
    expect(none.line('a resident is created')).toMatch(/^skipped /);
  });

  it('reports whether events and evidence are read, if AWS credentials are present', async () => {
    const args = ['--stage', 'test'];
    const found = await smoke({}, () => null, { args });
    expect(found.line('readers of the stream')).toMatch(/^ok .*outbox-route Enabled, .* Enabled$/);
    const { states } = world.streamReaders;
    world.streamReaders.states = states.map((each) => ({ ...each, state: 'Disabled' }));
    const { code, line } = await smoke({}, () => null, { args });
    world.streamReaders.states = states;
    expect([code, line('readers of the stream')]).toEqual([
      1,
      expect.stringMatching(/^FAILED .*outbox-route Disabled.*maintenance off enables them$/),
    ]);
    expect(await smoke({}, () => null, { args: ['--nonsense'] })).toMatchObject({ code: 2 });
  });

  it('passes for a healthy service, and shows the result of each check', async () => {
    const { code, output, line } = await smoke(keyed());
    expect(output).toMatch(/^19 ok, 0 failed, 1 skipped$/m);
    expect(code).toBe(0);
    expect(line('whoami')).toContain('a key of kind "standard"');
    expect(line('verify_rpn')).toContain('found_natural_person');
    expect(line('unknown path')).toContain('404 "Not found" with a Bearer');
    expect(output).not.toContain(ada.standardKey);
  });

  it('runs the checks without authentication if there is no key', async () => {
    const { code, output, line } = await smoke();
    expect(code).toBe(0);
    expect(output).toMatch(/^14 ok, 0 failed, 6 skipped$/m);
    expect(line('whoami')).toBe(`skipped  ${'whoami'.padEnd(28)} no key: set REGISTRY_KEY`);
  });

  it('skips checks if the key lacks permissions', async () => {
    const refused = () => Response.json({ error: 'Insufficient permissions' }, { status: 403 });
    const limited = await smoke(keyed(), (path, answer) =>
      /verify_rpn|search|rate_limit/.test(path) && answer.status !== 401 && answer.status !== 404
        ? refused()
        : null,
    );
    expect(limited.output).toMatch(/^15 ok, 0 failed, 5 skipped$/m);
  });

  const json =
    (change: (body: Record<string, unknown>) => void): Tamper =>
    async (_, answer) => {
      const body = Object(await answer.json());
      change(body);
      return Response.json(body, { status: answer.status, headers: answer.headers });
    };
  const at =
    (requested: string, tamper: Tamper): Tamper =>
    (path, answer, method) =>
      path.includes(requested) ? tamper(path, answer, method) : null;

  it.each<[string, Tamper, string]>([
    [
      'unknown path',
      at('/no/such', () => Response.json({ message: 'Forbidden' }, { status: 403 })),
      'wanted 404, got 403',
    ],
    [
      'unknown path',
      at(
        '/no/such',
        json((body) => delete body['requestId']),
      ),
      'no requestId',
    ],
    [
      'security headers',
      at('/portal', (_, answer) => {
        const headers = new Headers(answer.headers);
        headers.delete('strict-transport-security');
        return new Response(answer.body, { headers });
      }),
      '/portal/sign-in: strict-transport-security is missing',
    ],
    [
      'OpenID discovery',
      at(
        '/openid-configuration',
        json((body) => {
          body['issuer'] = 'https://id.execute-api.example/dev';
        }),
      ),
      'the issuer is https://id.execute-api',
    ],
    [
      'description',
      at(
        '/api/v1/openapi',
        json((body) => {
          body['servers'] = [{ url: 'https://other.example' }];
        }),
      ),
      'https://other.example',
    ],
    [
      'key set',
      at(
        '/jwks',
        json((body) => {
          (body['keys'] as object[])[0] = { kid: 'a', kty: 'RSA', d: 'secret' };
        }),
      ),
      'a PRIVATE key is published (d)',
    ],
    [
      'key set',
      at(
        '/jwks',
        json((body) => {
          body['keys'] = [];
        }),
      ),
      'no key is published',
    ],
    [
      'no key',
      at('/api/v1/verify_rpn', (_, answer) =>
        answer.status === 401
          ? Response.json({ error: 'Internal server error', requestId: 'a' }, { status: 500 })
          : null,
      ),
      'wanted 401 "Missing API key", got 500 "Internal server error"',
    ],
    [
      'verify_rpn',
      at('/api/v1/verify_rpn', (_, answer) =>
        answer.status === 200 ? Response.json({ result: 'not_found', active: false }) : null,
      ),
      'REGISTRY_RPN is not found',
    ],
    ['docs', at('/docs/reference/', () => new Response('')), 'its operations: 200'],
  ])('reports a failure of: %s', async (check, tamper, wrong) => {
    const { code, line } = await smoke(keyed(), tamper);
    expect(code).toBe(1);
    expect(line(check)).toMatch(/^FAILED /);
    expect(line(check)).toContain(wrong);
  });

  it('reports a clock that is off', async () => {
    const { line } = await smoke({}, undefined, { clock: () => Date.now() - 300_000 });
    expect(line('clock')).toMatch(/^FAILED .* the service's clock is (29|30)\d s from/);
  });

  it('ends early if nothing answers, and refuses an invalid URL', async () => {
    const run = async (url: string | undefined) => {
      let output = '';
      const write = (text: string) => {
        output += text;
      };
      return {
        code: await runSmoke({
          args: url === undefined ? [] : [url],
          env: {},
          write,
          readers: () => world.deps.streamReaders,
        }),
        output,
      };
    };
    const silent = await run('http://127.0.0.1:9');
    expect(silent.code).toBe(3);
    expect(silent.output).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9: .+\n$/);
    for (const url of [
      undefined,
      'registry.example',
      'http://registry.example',
      'https://x.example?a',
    ]) {
      const refused = await run(url);
      expect(refused.code).toBe(2);
      expect(refused.output).toContain('npm run smoke -- URL');
    }
  });
});

it('fails if TLS accepts a CBC suite, and passes with only AES-GCM', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authority = await anAuthority();
  const cert = inPem(await authority.issue(publicKey.export({ format: 'jwk' })));
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const check = strangerChecks.find(({ name }) => name === 'TLS suites');
  const tried = async (ciphers: string) => {
    const server = createServer({ cert, key, ciphers, maxVersion: 'TLSv1.2' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const service = openService(`https://127.0.0.1:${port}`, undefined, Date.now);
    const outcome = await check?.run(service).catch((error: Error) => error.message);
    await new Promise((resolve) => server.close(resolve));
    return outcome;
  };
  expect(await tried('ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-SHA256')).toBe(
    'the service accepts ECDHE-ECDSA-AES128-SHA256: FAPI 2.0 forbids that suite',
  );
  expect(await tried('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe(
    'suites with CBC or RSA key exchange are refused',
  );
  // Behind an emulator the address is not reachable directly, so the check is skipped.
  const elsewhere = openService('https://registry.example', fetch, Date.now);
  await expect(check?.run(elsewhere)).rejects.toBeInstanceOf(NotTried);
});
