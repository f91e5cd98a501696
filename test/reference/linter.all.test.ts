import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openApiFile } from '../../bin/openapi.ts';
import { descriptionFor } from '../../shared/reference/openapi/audiences.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Rules of Spectral whose findings are accepted, and why. */
const accepted = {
  // Answers: a published limit could never be raised. The bodies of requests have limits.
  'owasp:api4:2023-array-limit': 'off',
  'owasp:api4:2023-integer-format': 'off',
  'owasp:api4:2023-integer-limit': 'off',
  'owasp:api4:2023-string-limit': 'off',
  'owasp:api4:2023-string-restricted': 'off',
  // Headers that every answer has are described once, in the guides.
  'owasp:api4:2023-rate-limit': 'off',
  'owasp:api8:2023-define-cors-origin': 'off',
  // Public reads without parameters can't be called wrongly; operators are refused with 403.
  'owasp:api8:2023-define-error-responses-401': 'off',
  'owasp:api8:2023-define-error-validation': 'off',
  // The only server is the deployment that serves the description.
  'owasp:api9:2023-inventory-access': 'off',
  'owasp:api9:2023-inventory-environment': 'off',
  // RFC 6749 requires Basic for clients, and the rule requires a sentence about RFC 8725.
  'owasp:api2:2023-no-http-basic': 'off',
  'owasp:api2:2023-jwt-best-practices': 'off',
  // Scopes of OpenID Connect are in its discovery document, not in the description.
  'oas3-operation-security-defined': 'off',
};

/** The accepted findings of the other rules: operations for everyone, and ids that are no secrets. */
const acceptedPlaces: Record<string, Readonly<Record<string, readonly string[]>>> = {
  integrators: {
    'owasp:api2:2023-read-restricted': [
      '/.well-known/jwks.json get',
      '/.well-known/jwt-vc-issuer get',
      '/.well-known/oauth-authorization-server get',
      '/.well-known/oauth-protected-resource/mcp get',
      '/.well-known/openid-configuration get',
      '/.well-known/openid-credential-issuer get',
      '/agreements/texts/{sha256} get',
      '/api/oauth/.well-known/jwks.json get',
      '/api/oauth/.well-known/openid-configuration get',
      '/api/oauth/authorize get',
      '/api/oauth/end_session get',
      '/api/v1/openapi.json get',
      '/certificates/{code} get',
      '/credentials/status/{list} get',
      '/credentials/types/{kind} get',
      '/docs/files/{name} get',
      '/health get',
      '/register get',
      '/register/{rpn} get',
    ],
    'owasp:api2:2023-write-restricted': [
      '/api/credentials/nonce post',
      '/api/oauth/authorize post',
      '/api/oauth/end_session post',
      '/api/v1/visitor_pass_applications post',
      // Its sender signs the body.
      '/webhooks/payments/{provider} post',
    ],
    'owasp:api2:2023-no-credentials-in-url': [
      // OpenID Connect names the parameter `id_token_hint`.
      '/api/oauth/authorize get',
      '/api/oauth/end_session get',
    ],
  },
  operators: {
    'owasp:api2:2023-read-restricted': ['/admin/v1/openapi.json get'],
    'owasp:api2:2023-no-credentials-in-url': [
      '/admin/v1/oauth_clients/{clientId}/secrets/{secretId} delete',
    ],
  },
};

/** Runs a linter over the description for the readers; returns its output. */
async function linted(
  audience: 'integrators' | 'operators',
  commandOf: (file: string) => readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'linted-'));
  try {
    const description = descriptionFor(audience, JSON.parse(await readFile(openApiFile, 'utf8')));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(description));
    const { stdout } = await promisify(execFile)(process.execPath, commandOf(file), {
      cwd: root,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      maxBuffer: 10_000_000,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

it.each(['integrators', 'operators'] as const)(
  'the API description for %s has no finding of Spectral that is not accepted',
  async (audience) => {
    const rules = JSON.stringify(accepted);
    const printed = await linted(audience, (file) => [
      'test/support/run-spectral.mjs',
      file,
      rules,
    ]);
    const found: readonly { code: string; path: readonly string[] }[] = JSON.parse(printed);
    const places = new Set(found.map(({ code, path }) => `${code} ${path.slice(1, 3).join(' ')}`));
    const expected = Object.entries(acceptedPlaces[audience] ?? {}).flatMap(([rule, operations]) =>
      operations.map((operation) => `${rule} ${operation}`),
    );
    expect([...places].toSorted()).toEqual(expected.toSorted());
  },
  120_000,
);

it.each(['integrators', 'operators'] as const)(
  'the API description for %s passes the linter without errors',
  async (audience) => {
    const redocly = 'tools/node_modules/@redocly/cli/bin/cli.js';
    const printed = await linted(audience, (file) => [
      ...[redocly, 'lint', file, '--config=redocly.yaml', '--format=json'],
    ]);
    expect(JSON.parse(printed).totals).toMatchObject({ errors: 0 });
  },
);
