import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../lib/bundle/function-entries.ts';

/** recheck's finding: an expression that takes too long, with texts that show it. */
export interface Vulnerable {
  readonly status: 'vulnerable';
  readonly attack: {
    readonly pumps: readonly { readonly prefix: string; readonly pump: string }[];
    readonly suffix: string;
  };
}
type Diagnostics = Vulnerable | { readonly status: 'safe' } | { readonly status: 'unknown' };
type Check = (pattern: string, flags: string, settings: object) => Promise<Diagnostics>;

// recheck is one of the tools, which have their own package: tools/package.json.
const load = createRequire(join(root, 'tools/package.json'));

const cacheDirectory = join(root, 'node_modules/.cache/expressions');

/**
 * recheck's result for a regular expression. It is always the same, even on a busy machine: there is no time limit, and
 * its random attempts begin with one seed. So results are stored: computing them all takes seconds.
 */
export async function checkExpression(pattern: string, flags: string): Promise<Diagnostics> {
  const { version }: { readonly version: string } = load('recheck/package.json');
  const asked = JSON.stringify([version, pattern, flags]);
  const file = join(cacheDirectory, createHash('sha256').update(asked).digest('hex').slice(0, 32));
  // Written below.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Diagnostics;
  const { check }: { readonly check: Check } = load('recheck');
  const found = await check(pattern, flags, { timeout: null, randomSeed: 1 });
  mkdirSync(cacheDirectory, { recursive: true });
  // Renamed when it is complete: another run may look for it in the meantime.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(found));
  renameSync(`${file}.${process.pid}`, file);
  return found;
}
