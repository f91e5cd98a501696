import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../bin/build.ts';
import { defaultProvider } from '../../lib/bundle/environment-credentials.ts';
import {
  bundlePath,
  functionEntries,
  isPlainRead,
  sizeBudget,
} from '../../lib/bundle/function-entries.ts';
import { routes } from '../../shared/service/routes/route-table.ts';

describe('the build', () => {
  const directory = mkdtempSync(join(tmpdir(), 'registry-build-'));
  let built: readonly string[] = [];
  beforeAll(async () => {
    // Throws when a function is over its budget. Maps are for reading stack traces: nothing here is about them.
    built = (await build(directory, { maps: false })).map(({ entry }) => entry);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('bundles every function of the route table, and those without a route', () => {
    expect(built).toEqual(functionEntries());
    for (const entry of [
      ...routes.map((route) => route.entry),
      'functions/gateway/authorize.ts',
      'functions/outbox/send-mail.ts',
    ]) {
      expect(built).toContain(entry);
    }
  });

  it('gives each a directory of its own, with nothing but its code and its assets', () => {
    const files = Object.fromEntries(
      built.map((entry) => [entry, readdirSync(join(directory, bundlePath(entry))).toSorted()]),
    );
    const {
      'functions/pages/static.ts': script,
      'functions/meta/openapi.ts': description,
      ...others
    } = files;
    expect(script).toEqual(['guides.json.gz', 'index.mjs', 'scalar.js.gz']);
    expect(description).toEqual(['index.mjs', 'openapi.json.gz']);
    // `data` and `fonts` are what documents are set with, beside those that typeset.
    expect(new Set(Object.values(others).flat())).toEqual(new Set(['data', 'fonts', 'index.mjs']));
    expect(files['functions/workflows/certificate-issuance/issue-document.ts']).toContain('data');
    expect(files['functions/certificates/read.ts']).toEqual(['index.mjs']);
  });

  it('leaves nothing out without which a function can not be loaded', async () => {
    const modules = built.map((entry) =>
      pathToFileURL(join(directory, bundlePath(entry), 'index.mjs')),
    );
    const script = `for (const module of ${JSON.stringify(modules)}) {
      const { handler } = await import(module);
      if (typeof handler !== 'function') console.log(module);
    }`;
    // As Lambda does it: without the loaders of the tests.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        env: { AWS_REGION: 'eu-west-1' },
      },
    );
    expect(stdout).toBe('');
  });

  it('leaves out the credentials chain, and a require that would fail in an ES module', () => {
    const unwanted = ['Could not load credentials from any providers', 'Dynamic require of'];
    const found = built.filter((entry) => {
      const code = readFileSync(join(directory, bundlePath(entry), 'index.mjs'), 'utf8');
      return unwanted.some((text) => code.includes(text));
    });
    expect(found).toEqual([]);
  });
});

describe('size budgets', () => {
  it('are tighter for functions that answer from the table alone', () => {
    expect(sizeBudget('functions/registry/verify-rpn.ts', false)).toBe(270_000);
    expect(sizeBudget('functions/gateway/authorize.ts', false)).toBe(270_000);
    expect(isPlainRead('functions/entities/list-documents.ts')).toBe(false); // signs URLs
    expect(isPlainRead('functions/meta/openapi.ts')).toBe(false); // no JSON of its own
    expect(sizeBudget('functions/outbox/send-mail.ts', false)).toBe(565_000);
    expect(sizeBudget('functions/portal/passkeys.ts', false)).toBe(790_000); // checks passkeys
    expect(sizeBudget('functions/portal/sign-in.ts', false)).toBe(565_000); // only asks for them
    expect(sizeBudget('functions/outbox/send-mail.ts', true)).toBe(2_150_000); // carries fonts
  });
});

describe('credentials of a bundled function', () => {
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it("are the role's, from the environment", async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    });
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  it('are missed at once where there are none', async () => {
    for (const name of names) delete process.env[name];
    await expect(defaultProvider()()).rejects.toThrow('AWS_ACCESS_KEY_ID');
  });
});
