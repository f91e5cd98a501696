import { execFile, execFileSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../bin/build.ts';
import { writeRelease } from '../../bin/release.ts';
import type { Bundle } from '../../lib/bundle/bundle-functions.ts';
import { defaultProvider } from '../../lib/bundle/environment-credentials.ts';
import {
  bundlePath,
  fontLayer,
  functionEntries,
  isPlainRead,
  sizeBudget,
} from '../../lib/bundle/function-entries.ts';
import { clientFile, guideFiles } from '../../shared/reference/http/guide-files.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, synthesizeEach } from '../support/synthesized.ts';

describe('the build', () => {
  const directory = mkdtempSync(join(tmpdir(), 'registry-build-'));
  let bundles: readonly Bundle[] = [];
  let built: readonly string[] = [];
  beforeAll(async () => {
    // Throws if a function is over its budget. Source maps are not tested here.
    bundles = await build(directory, { maps: false });
    built = bundles.map(({ entry }) => entry);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('bundles every function, with or without a route', () => {
    expect(built).toEqual(functionEntries());
    for (const entry of [
      ...routes.map((route) => route.entry),
      'functions/gateway/authorize.ts',
      'functions/outbox/send-mail.ts',
    ]) {
      expect(built).toContain(entry);
    }
  });

  it('gives each function its own directory with only its code and assets', () => {
    const files = Object.fromEntries(
      built.map((entry) => [entry, readdirSync(join(directory, bundlePath(entry))).toSorted()]),
    );
    const {
      'functions/pages/static.ts': script,
      'functions/meta/openapi.ts': description,
      'functions/pages/start-page.ts': texts,
      'functions/agents/mcp.ts': tools,
      ...others
    } = files;
    expect(script).toEqual(['files', 'guides.json.gz', 'index.mjs', 'openapi.json.gz']);
    const downloads = join(directory, bundlePath('functions/pages/static.ts'), 'files');
    expect(readdirSync(downloads).toSorted()).toEqual(
      [...Object.keys(guideFiles), clientFile].map((name) => `${name}.gz`).toSorted(),
    );
    const client = gunzipSync(gunzipSync(readFileSync(join(downloads, `${clientFile}.gz`))));
    expect(client.includes('package/dist/index.js')).toBe(true);
    expect(texts).toEqual(['guides.json.gz', 'index.mjs', 'security-expires.txt']);
    expect(description).toEqual(['index.mjs', 'openapi.json.gz']);
    expect(tools).toEqual(['agent-tools.json.gz', 'index.mjs']);
    // pdfkit needs `data` next to the code.
    expect(new Set(Object.values(others).flat())).toEqual(new Set(['data', 'index.mjs']));
    expect(files['functions/workflows/certificate-issuance/issue-document.ts']).toContain('data');
    expect(files['functions/certificates/read.ts']).toEqual(['index.mjs']);
  });

  it('has the fonts of documents in a layer for each function that creates them, and in no other', () => {
    const files = readdirSync(join(directory, fontLayer, 'fonts'));
    expect(files).toEqual(expect.arrayContaining(['NotoSansJP-Bold.otf', 'NotoSansKR-Bold.otf']));
    const withFonts = Object.values(synthesizeEach(routes)).flatMap((stack) =>
      Object.entries(ofType(stack, 'AWS::Lambda::Function'))
        .filter(([, { Properties }]) =>
          (Properties.Layers ?? []).some(({ Ref }: { Ref: string }) => Ref.startsWith('Fonts')),
        )
        .map(([id]) => entryOf(stack, id)),
    );
    const typesetting = bundles.filter(({ typesets }) => typesets).map(({ entry }) => entry);
    expect(withFonts.toSorted()).toEqual(typesetting.toSorted());
    expect(typesetting.length).toBeGreaterThan(0);
  });

  it('is released with a bill of materials, licences and signed checksums', () => {
    const folder = join(directory, 'release');
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeRelease(folder, bundles, {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    const sums = readFileSync(join(folder, 'SHA256SUMS'));
    expect(verify(null, sums, publicKey, readFileSync(join(folder, 'SHA256SUMS.sig')))).toBe(true);
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      stdio: 'pipe',
    });

    const { components, dependencies } = JSON.parse(
      readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'),
    );
    const listed = new Set(
      components.map((component: { readonly 'bom-ref': string }) => component['bom-ref']),
    );
    const used = dependencies.flatMap(
      ({ ref, dependsOn }: { readonly ref: string; readonly dependsOn: readonly string[] }) => [
        ref,
        ...dependsOn,
      ],
    );
    expect(listed).toEqual(new Set(used));
    expect([...listed].filter((id) => /^(?:vitest|aws-cdk-lib)@/.test(String(id)))).toEqual([]);
    const licences = readFileSync(join(folder, 'third-party-licences.txt'), 'utf8');
    expect(licences).toMatch(/^zod .+ \(MIT\)\n\nMIT License/m);
  });

  it('is not released with a package whose licence has not been accepted', () => {
    const [first] = bundles;
    // A dev dependency that is never deployed.
    const bundle = { ...first, packages: ['node_modules/axe-core'] } as Bundle;
    expect(() => writeRelease(join(directory, 'release'), [bundle])).toThrow(
      /^Check the licence of: axe-core@\S+ \(MPL-2\.0\)/,
    );
  });

  it('includes everything that is needed to load each function', async () => {
    const modules = built.map((entry) =>
      pathToFileURL(join(directory, bundlePath(entry), 'index.mjs')),
    );
    const script = `for (const module of ${JSON.stringify(modules)}) {
      const { handler } = await import(module);
      if (typeof handler !== 'function') console.log(module);
    }`;
    // As in Lambda: without the loaders of the tests.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', script],
      {
        env: { AWS_REGION: 'eu-west-1' },
      },
    );
    expect(stdout).toBe('');
  });

  it('excludes the credentials chain, and require calls that would fail in an ES module', () => {
    const unwanted = ['Could not load credentials from any providers', 'Dynamic require of'];
    const found = built.filter((entry) => {
      const code = readFileSync(join(directory, bundlePath(entry), 'index.mjs'), 'utf8');
      return unwanted.some((text) => code.includes(text));
    });
    expect(found).toEqual([]);
  });
});

describe('size budgets', () => {
  it('are smaller for functions that only read the table, and for writes', () => {
    expect(sizeBudget('functions/registry/verify-rpn.ts', false)).toBe(122_000);
    expect(sizeBudget('functions/gateway/authorize.ts', false)).toBe(122_000);
    expect(sizeBudget('functions/registry/search.ts', false)).toBe(142_000); // carries the search
    expect(sizeBudget('functions/applications/create.ts', false)).toBe(184_000);
    expect(isPlainRead('functions/entities/list-documents.ts')).toBe(false); // signs URLs
    expect(isPlainRead('functions/meta/openapi.ts')).toBe(false); // builds no JSON
    expect(sizeBudget('functions/outbox/send-mail.ts', false)).toBe(430_000);
    expect(sizeBudget('functions/portal/passkeys.ts', false)).toBe(575_000); // checks passkeys
    expect(sizeBudget('functions/portal/sign-in.ts', false)).toBe(430_000); // only asks for them
    expect(sizeBudget('functions/outbox/send-mail.ts', true)).toBe(2_020_000); // carries a font
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

  it('come from the environment of its role', async () => {
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

  it('are reported as missing immediately if there are none', async () => {
    for (const name of names) delete process.env[name];
    await expect(defaultProvider()()).rejects.toThrow('AWS_ACCESS_KEY_ID');
  });
});
