import { join } from 'node:path';
import { type Bundle, bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { root } from '../lib/bundle/function-entries.ts';

/**
 * Bundles every function into `dist/functions`, ready for deployment.
 *
 * Throws if any is over its size budget, with the names and sizes of all that are.
 */
export async function build(
  directory = join(root, 'dist'),
  options: Parameters<typeof bundleFunctions>[1] = {},
): Promise<readonly Bundle[]> {
  const bundles = await bundleFunctions(directory, options);
  const over = bundles.filter(({ bytes, budget }) => bytes > budget);
  if (over.length > 0) throw new Error(`over the size budget:\n${table(over)}`);
  return bundles;
}

/** A line per function: sizes in kB, minified and gzipped, and the budget. */
function table(bundles: readonly Bundle[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(8);
  const width = Math.max(...bundles.map(({ entry }) => entry.length));
  const lines = bundles.map(({ entry, bytes, gzipBytes, budget }) =>
    [entry.padEnd(width), kilobytes(bytes), kilobytes(gzipBytes), kilobytes(budget)].join(' '),
  );
  return ['function'.padEnd(width).concat('  min kB  gzip kB  budget'), ...lines].join('\n');
}

if (import.meta.main) {
  try {
    process.stdout.write(`${table(await build())}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
