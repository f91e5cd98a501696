import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Expression, parse } from '@swc/core';
import type { Plugin } from 'esbuild';
import { root } from './function-entries.ts';

/**
 * Allows the bundler to leave out our constants that a function does not use, even if they call something, as schemas
 * and rows do. Otherwise it keeps all such constants of every imported file, and the function creates them when it
 * starts. `sideEffects` in package.json declares that importing our files only creates constants. The SDK's core
 * declares the same, although it creates middlewares that we do not use.
 *
 * Schemas that a function may use are created when they are first used: see lazy-schema.ts.
 */
export const droppableConstants: Plugin = {
  name: 'droppable-constants',
  setup(bundle) {
    const from = '(?:functions|shared)/.*\\.ts|node_modules/@smithy/core/dist-es/.*\\.js';
    bundle.onLoad(
      { filter: new RegExp(`^${RegExp.escape(root)}(?:${from})$`) },
      async ({ path }) => ({
        contents: await withDroppableConstants(await readFile(path, 'utf8')),
        loader: 'ts',
      }),
    );
  },
};

/** A node of swc's syntax tree. Positions are in bytes and continue from one file to the next. */
interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** Nodes that may have side effects; the bundler knows that all others have none. */
const acts = new Set([
  'CallExpression',
  'MemberExpression',
  'NewExpression',
  'SpreadElement',
  'TaggedTemplateExpression',
  'TemplateLiteral',
]);

/** Functions of `zod/mini` whose result has no own property that is read before it is used. */
const makesSchema =
  /^(?:_default|array|catchall|discriminatedUnion|enum|extend|guid|int|looseObject|nullable|number|object|optional|partialRecord|pick|pipe|record|strictObject|string|union)$/;

const importsLazySchema = `import { lazySchema } from ${JSON.stringify(join(root, 'lib/bundle/lazy-schema.ts'))};`;

/** Wraps each top-level constant with one name in a call that is marked as pure. Line numbers stay the same. */
export async function withDroppableConstants(code: string): Promise<string> {
  // Code before the first statement has no position, so a statement is added at the very beginning.
  const bytes = Buffer.from(`;${code}`);
  const tree = await parse(bytes.toString(), { syntax: 'typescript', target: 'es2022' });
  const [first] = tree.body;
  const offset = first?.span.start ?? 0;
  const values = tree.body
    .flatMap((item) => (item.type === 'ExportDeclaration' ? item.declaration : item))
    .flatMap((item) =>
      item.type === 'VariableDeclaration' && item.kind === 'const' ? item.declarations : [],
    )
    .flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [init] : []))
    .filter((init) => mayAct(init));
  const parts: Buffer[] = [];
  let done = 1;
  for (const init of values) {
    // Every node has a position; those of types are declared without one.
    const { span } = init as Node;
    const [start, end] = [span.start - offset, span.end - offset];
    const [before, after] = isSchema(init) ? ['lazySchema(() => (', '))'] : ['(() => (', '))()'];
    parts.push(bytes.subarray(done, start), Buffer.from(`/* @__PURE__ */ ${before}`));
    parts.push(bytes.subarray(start, end), Buffer.from(after));
    done = end;
  }
  const helper = values.some(isSchema) ? importsLazySchema : '';
  return helper + Buffer.concat([...parts, bytes.subarray(done)]).toString();
}

/** Whether it is `z.object(…)` or another schema, perhaps with checks: `z.string().check(…)`. */
function isSchema(value: Expression): boolean {
  if (value.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return false;
  const { object, property } = value.callee;
  if (property.type !== 'Identifier') return false;
  if (object.type === 'Identifier') return object.value === 'z' && makesSchema.test(property.value);
  return property.value === 'check' && isSchema(object);
}

/** Whether evaluating it calls or reads something, except inside a function. False if it is awaited. */
function mayAct(value: unknown): boolean {
  const types = [...typesIn(value)];
  return types.some((type) => acts.has(type)) && !types.includes('AwaitExpression');
}

function* typesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') {
    if (/^(?:ArrowFunction|Class|Function|Getter|Method|Setter|Ts.*Type)/.test(value.type)) return;
    yield value.type;
  }
  for (const part of Object.values(value)) yield* typesIn(part);
}
