import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const names = builtinModules.filter((name) => !name.startsWith('_')).join('|');
const builtin = new RegExp(`^(?:node:)?(?:${names})$`);

/**
 * Makes a bundle load Node's built-in modules with `process.getBuiltinModule`.
 *
 * An `import` of one in an ES module evaluates every lazy getter of its namespace at start: more than 20 ms for
 * `node:http` alone. Our import reads only the names in use; the bundler would copy all of them for each file that
 * imports the module.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: builtin }, ({ path, kind }) => ({
      path: path.replace(/^node:/, ''),
      // A dynamic import needs the whole module.
      namespace: kind === 'import-statement' ? 'builtin' : 'whole-builtin',
      sideEffects: false,
    }));
    bundle.onLoad({ filter: /.*/, namespace: 'whole-builtin' }, ({ path }) => ({
      contents: `module.exports = ${loading(path)}`,
      loader: 'js',
    }));
    bundle.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `const loaded = /* @__PURE__ */ ${loading(path)};\nexport default loaded;\n${exportsOf(path)}`,
      loader: 'js',
    }));
  },
};

function loading(path: string): string {
  return `process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`;
}

/** A constant for each export of the module; the bundler drops unused ones. */
function exportsOf(path: string): string {
  const all = Object.keys(process.getBuiltinModule(`node:${path}`) ?? {});
  return all
    .filter((name) => name !== 'default' && /^\w+$/.test(name))
    .map(
      (name) =>
        `const $${name} = /* @__PURE__ */ (() => loaded.${name})();\nexport { $${name} as ${name} };\n`,
    )
    .join('');
}
