import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const names = builtinModules.filter((name) => !name.startsWith('_')).join('|');
const builtin = new RegExp(`^(?:node:)?(?:${names})$`);

/**
 * Makes a bundle load Node's own modules by `process.getBuiltinModule`.
 *
 * An `import` of one in an ES module evaluates every lazy getter of its namespace when the function
 * starts: more than 20 ms for `node:http` alone.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(bundle) {
    bundle.onResolve({ filter: builtin }, ({ path }) => ({
      path: path.replace(/^node:/, ''),
      namespace: 'builtin',
    }));
    bundle.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${path}`)})`,
      loader: 'js',
    }));
  },
};
