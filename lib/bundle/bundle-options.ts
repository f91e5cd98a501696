import type { BuildOptions } from 'esbuild';

/** How everything that runs in a function is bundled: one module for its runtime, as small as possible. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
} satisfies BuildOptions;
