import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/bundle/function-entries.ts';
import { routes } from '../../../shared/service/routes/route-table.ts';
import type { Policies } from './policies.ts';

/** Files, in addition to the route table's rows, that determine the policies. */
const sources = [
  'lib/**',
  'cdk.json',
  'package-lock.json',
  'shared/kernel/db/{keys,key-parts,former-keys,partition-patterns,schema}.ts',
  'shared/platform/db/outbox.ts',
  'shared/access/domain/usage-plan.ts',
  'shared/kernel/domain/outbox-queue.ts',
  'shared/kernel/http/data-needs.ts',
  'shared/service/routes/background.ts',
  'test/support/synthesized.ts',
  'test/support/permissions/{deployed-policies,policies}.ts',
];

export const cacheDirectory = join(root, 'node_modules/.cache/permissions');

/**
 * The file with the policies of all functions. Synthesis takes seconds, so it runs only if
 * something that determines them has changed.
 */
export async function policiesFile(): Promise<string> {
  const digest = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).toSorted()) {
    if (/\.(ts|json)$/.test(path)) digest.update(path).update(readFileSync(join(root, path)));
  }
  digest.update(JSON.stringify(routes.map(rights)));
  const file = join(cacheDirectory, `policies-${digest.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(file)) {
    const { deployedPolicies } = await import('./deployed-policies.ts');
    mkdirSync(cacheDirectory, { recursive: true });
    // Renamed when it is complete, because another run may look for it in the meantime.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(deployedPolicies()));
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** A row without its schemas, which don't affect rights. */
function rights(row: (typeof routes)[number]): unknown {
  return Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && '_zod' in value ? null : value,
  );
}

export function readPolicies(file: string): Policies {
  // Written by this module.
  return JSON.parse(readFileSync(file, 'utf8')) as Policies;
}
