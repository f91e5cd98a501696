import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { root } from '../support/documents.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program with the project's tools and without network access. */
const run = (cwd: string, program: string, ...given: readonly string[]) =>
  execFileSync(program, given, {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${root}node_modules/.bin:${process.env['PATH']}`,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

it('the package can be packed, installed offline and imported, and calls the service', async () => {
  const [source, mine] = [join(folder, 'source'), join(folder, 'mine')];
  cpSync(join(root, 'packages/client'), source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  run(source, 'npm', 'pack', '--silent', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const files = run(folder, 'tar', '-tzf', tarball).trim().split('\n');
  expect(
    files.filter(
      (name) => !/^package\/(?:dist\/.+\.(?:js|d\.ts)|package\.json|README\.md)$/.test(name),
    ),
  ).toEqual([]);

  mkdirSync(mine);
  writeFileSync(join(mine, 'package.json'), '{ "type": "module" }');
  run(mine, 'npm', 'install', '--silent', '--no-audit', join(folder, tarball));
  expect(readdirSync(join(mine, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@resident-registry',
  ]);
  writeFileSync(
    join(mine, 'first.mjs'),
    `import { openRegistry, verifyWebhook, RegistryError } from '@resident-registry/client';
const registry = openRegistry({ baseUrl: '${world.baseUrl}' });
const { status } = await registry.call('getHealth');
const failed = await registry.call('whoAmI').catch((error) => error);
console.log(status, typeof verifyWebhook, failed instanceof RegistryError, failed.status);`,
  );
  expect(await first(mine)).toBe('ok function true 401\n');
  writeFileSync(
    join(mine, 'second.cjs'),
    `console.log(typeof require('@resident-registry/client').openRegistry);`,
  );
  expect(run(mine, 'node', 'second.cjs')).toBe('function\n');
  // TypeScript finds the types with each module resolution.
  writeFileSync(
    join(mine, 'typed.ts'),
    `import { verifyWebhook, type WebhookEvent } from '@resident-registry/client';
export const typeOf = async (body: string): Promise<WebhookEvent['type']> =>
  (await verifyWebhook({ body, headers: {}, secret: 'whsec_AA==' })).payload.type;`,
  );
  const typeCheck = (...options: readonly string[]) =>
    run(
      mine,
      'tsc',
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      ...options,
      'typed.ts',
    );
  expect(typeCheck('--module', 'nodenext')).toBe('');
  expect(typeCheck('--module', 'preserve', '--moduleResolution', 'bundler')).toBe('');
  // TypeScript 5 is the last one with this resolution, which reads no `exports`.
  const older = join(root, 'test/clients/node_modules/typescript/bin/tsc');
  const node10 = ['--module', 'commonjs', '--moduleResolution', 'node10'];
  const settings = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', ...node10];
  expect(run(mine, 'node', older, ...settings, 'typed.ts')).toBe('');
});

/** The program's output; `run` would block the service in this process. */
async function first(cwd: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, ['first.mjs'], { cwd })).stdout;
}
