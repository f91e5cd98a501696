import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@swc/core';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleOptions } from '../../lib/bundle/bundle-options.ts';
import {
  droppableConstants,
  withDroppableConstants,
} from '../../lib/bundle/droppable-constants.ts';
import { root } from '../../lib/bundle/function-entries.ts';

describe('marking constants that a bundle may drop', () => {
  it.each([
    ['const a = f();', 'const a = /* @__PURE__ */ (() => (f()))();'],
    [
      '/** ü */\nexport const a = f("ü"), b = 1;',
      '/** ü */\nexport const a = /* @__PURE__ */ (() => (f("ü")))(), b = 1;',
    ],
    ['const a: B = c.d as const;', 'const a: B = /* @__PURE__ */ (() => (c.d as const))();'],
    ['const a = { ...b };', 'const a = /* @__PURE__ */ (() => ({ ...b }))();'],
    ['const a = f`\n`;', 'const a = /* @__PURE__ */ (() => (f`\n`))();'],
    ['const a = new B();', 'const a = /* @__PURE__ */ (() => (new B()))();'],
  ])('rewrites: %s', async (code, marked) => {
    // Positions in the syntax tree continue from one file to the next.
    expect(await withDroppableConstants(code)).toBe(marked);
    expect(await withDroppableConstants(`// ü\n${code}`)).toBe(`// ü\n${marked}`);
  });

  it.each([
    'f();',
    'const a = 1, b = [a], c = { a };',
    'const a = () => f();',
    'const a = function () { return f(); };',
    'const a = { b: () => f(), c() { return f(); }, get d() { return f(); } };',
    'const a = class { b = f(); };',
    'const a = await f();',
    'const { a } = f();',
    'let a = f();',
    'function a() { const b = f(); return b; }',
    'export default f();',
    '',
  ])('leaves unchanged: %s', async (code) => {
    expect(await withDroppableConstants(code)).toBe(code);
  });
});

it('no file has side effects when imported, except for the listed ones', async () => {
  const doing: string[] = [];
  for (const path of globSync(['functions/**/*.ts', 'shared/**/*.ts'], { cwd: root })) {
    const code = await readFile(join(root, path), 'utf8');
    const { body } = await parse(code, { syntax: 'typescript', target: 'es2022' });
    const isQuiet = body.every(
      (item) =>
        /Declaration$/.test(item.type) &&
        // `import 'x'` without names.
        !(item.type === 'ImportDeclaration' && item.specifiers.length === 0),
    );
    if (!isQuiet) doing.push(path);
  }
  // This file sets zod's locale for those who import the others.
  expect(doing.toSorted()).toEqual([
    'shared/reference/openapi/error-responses.ts',
    'shared/web/middleware/parse-request.ts',
  ]);
});

it('a bundle contains the rows and schemas that it uses, and no others from the same files', async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['functions/account/keys.ts'],
    write: false,
    ...bundleOptions,
    plugins: [droppableConstants],
  });
  const code = outputFiles.map(({ text }) => text).join();
  expect(code).toContain('/api/v1/activity');
  // The row of a page in the same file; settings of other functions; schemas of clients.
  expect(code).not.toContain('/portal/activity');
  expect(code).not.toContain('PAYMENT_PROVIDERS');
  expect(code).not.toContain('backchannelLogoutUri');
});
