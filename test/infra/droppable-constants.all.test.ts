import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@swc/core';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bundleOptions } from '../../lib/bundle/bundle-options.ts';
import {
  droppableConstants,
  withDroppableConstants,
} from '../../lib/bundle/droppable-constants.ts';
import { root } from '../../lib/bundle/function-entries.ts';
import { lazySchema } from '../../lib/bundle/lazy-schema.ts';

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
    ['z.object({ a: b })', 'lazySchema(() => (z.object({ a: b })))'],
    ['z.string().check(f())', 'lazySchema(() => (z.string().check(f())))'],
    // Not a schema, or not recognizable as one.
    ['z.parse(a, b)', '(() => (z.parse(a, b)))()'],
    ['z.object({}).shape', '(() => (z.object({}).shape))()'],
    ['y.object({})', '(() => (y.object({})))()'],
    ['[z.string()]', '(() => ([z.string()]))()'],
  ])('creates schemas when they are used: %s', async (value, marked) => {
    const rewritten = await withDroppableConstants(`const a = ${value};`);
    const helper = rewritten.slice(0, rewritten.indexOf('const a'));
    expect(rewritten).toBe(`${helper}const a = /* @__PURE__ */ ${marked};`);
    expect(helper).toMatch(marked.startsWith('lazy') ? /^import \{ lazySchema \} [^\n]+;$/ : /^$/);
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

describe('a schema that is created when it is used', () => {
  /** A lazy schema, and how often it was created. */
  function lazy<S extends object>(make: () => S) {
    let times = 0;
    const schema = lazySchema(() => {
      times += 1;
      return make();
    });
    return { schema, times: () => times };
  }

  it('is created once, by whatever is read first', () => {
    const make = () => z.object({ a: z.optional(z.string()) });
    const reads: readonly ((schema: z.ZodMiniObject) => unknown)[] = [
      (schema) => Object.keys(schema.shape),
      (schema) => '_zod' in schema,
      (schema) => schema instanceof z.ZodMiniObject,
      (schema) => z.safeParse(schema, { a: 1 }).error?.issues,
      (schema) => z.safeParse(schema.check(z.refine(() => false, 'never')), {}).error?.issues,
      (schema) => z.toJSONSchema(schema),
    ];
    for (const read of reads) {
      const { schema, times } = lazy(make);
      expect(times()).toBe(0);
      expect(read(schema)).toEqual(read(make()));
      expect(read(schema)).not.toBeUndefined();
      expect(times()).toBe(1);
    }
  });

  it('is not created by others that contain it until they are used', () => {
    const { schema, times } = lazy(() => z.object({ kind: z.literal('a'), n: z.number() }));
    const around = [
      z.object({ schema }),
      z.array(schema),
      z.optional(schema),
      z.union([schema, z.object({ kind: z.literal('b') })]),
      z.pipe(z.unknown(), schema),
    ] as const;
    expect(times()).toBe(0);
    const value = { kind: 'a', n: 1 };
    const [object, array, optional, union, pipe] = around;
    expect(z.parse(object, { schema: value })).toEqual({ schema: value });
    expect(z.parse(array, [value])).toEqual([value]);
    expect(z.parse(optional, undefined)).toBeUndefined();
    expect(z.parse(union, value)).toEqual(value);
    expect(z.parse(pipe, value)).toEqual(value);
    expect(z.parse(z.extend(schema, { m: z.number() }), { ...value, m: 2 })).toMatchObject({
      m: 2,
    });
    const told = z.discriminatedUnion('kind', [schema, z.object({ kind: z.literal('b') })]);
    expect(z.safeParse(told, { kind: 'a', n: '1' }).error?.issues).toMatchObject([
      { code: 'invalid_type', path: ['n'] },
    ]);
    expect(times()).toBe(1);
  });

  it('fails in the same way each time if it can’t be created', () => {
    const { schema } = lazy((): z.ZodMiniObject => {
      throw new Error('no schema');
    });
    for (const _ of [1, 2]) expect(() => z.parse(schema, {})).toThrow('no schema');
  });

  it('describes the whole API as before', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'registry-description-'));
    const [lazily, before] = await Promise.all(
      [[droppableConstants], []].map(async (plugins, index) => {
        const outfile = join(directory, `${index}.mjs`);
        const entryPoints = ['bin/openapi.ts'];
        const options = { ...bundleOptions, minify: false };
        await build({ absWorkingDir: root, entryPoints, outfile, ...options, plugins });
        const { openApiText } = await import(outfile);
        return { text: openApiText(), code: await readFile(outfile, 'utf8') };
      }),
    );
    expect(lazily?.text).toBe(before?.text);
    // Only one of them creates schemas lazily, and the description has all of them.
    const isLazy = /lazySchema\(/;
    expect([lazily, before].map((each) => isLazy.test(each?.code ?? ''))).toEqual([true, false]);
    expect(lazily?.text.length).toBeGreaterThan(500_000);
    await rm(directory, { recursive: true });
  });
});
