import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Diagnostics } from 'recheck';
import recheck from 'recheck/package.json' with { type: 'json' };
import { root } from '../../lib/bundle/function-entries.ts';

const cacheDirectory = join(root, 'node_modules/.cache/expressions');

/**
 * What recheck says of a regular expression. It says the same each time, on a busy machine, too: there is no limit of
 * time, and what it tries at random begins with one seed. So what it said is kept: to find it takes seconds for all.
 */
export async function checkExpression(pattern: string, flags: string): Promise<Diagnostics> {
  const asked = JSON.stringify([recheck.version, pattern, flags]);
  const file = join(cacheDirectory, createHash('sha256').update(asked).digest('hex').slice(0, 32));
  // Written below.
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Diagnostics;
  const found = await check(pattern, flags, { timeout: null, randomSeed: 1 });
  mkdirSync(cacheDirectory, { recursive: true });
  // Renamed when it is whole: another run may look for it meanwhile.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(found));
  renameSync(`${file}.${process.pid}`, file);
  return found;
}
