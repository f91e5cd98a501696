import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../../lib/bundle/bundle-options.ts';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { openDocumentStore } from '../../shared/documents/aws/document-store.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { snapshotKey, writeSnapshotFile } from '../../shared/registry/aws/snapshots.ts';
import { packRegistry } from '../../shared/registry/domain/pack-registry.ts';
import type { RegistryRow } from '../../shared/registry/domain/registry-entry.ts';
import { searchNodeOptions } from '../../shared/registry/domain/search-settings.ts';
import { nameTools } from '../../shared/registry/usecases/compare-names.ts';
import type { EngineReport } from './engine.ts';
import type { BenchQuery } from './names.ts';

/** The cost of a start, in milliseconds, and the most resident megabytes after it and all queries. */
export interface OurReport extends EngineReport {
  readonly start: { readonly cpu: number; readonly wall: number };
  readonly mostMegabytes: number;
  /** Milliseconds of CPU that it took to write the snapshot. */
  readonly write: number;
  /** Milliseconds that it took to find the similar names of a name, each. */
  readonly similar: readonly number[];
}

/** Our own search, in a separate process that starts from a snapshot as a function does. */
export async function ours(
  rows: readonly RegistryRow[],
  queries: readonly BenchQuery[],
): Promise<OurReport> {
  const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'));
  const s3 = await startS3({ dataDirectory: directory });
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  });
  try {
    const packing = process.cpuUsage();
    const content = writeSnapshotFile({
      ...packRegistry(rows, nameTools),
      until: new Date().toISOString(),
    });
    const { user, system } = process.cpuUsage(packing);
    const contentType = 'application/octet-stream';
    const uploads = timeLimits({ attempts: 1, requestTimeout: 600_000 });
    await openDocumentStore('bench', uploads).put({ key: snapshotKey, content, contentType });
    const file = join(directory, 'queries.json');
    const changes = queries.map((_, number) => {
      const [one, other] = [rows[(number * 7919) % rows.length], rows[number % rows.length]];
      return { ...one, name: other?.name, version: number + 2 };
    });
    await writeFile(file, JSON.stringify({ queries, changes }));
    // Bundled like functions, because Node's own TypeScript support takes sixty megabytes.
    const script = join(directory, 'start.mjs');
    await build({
      entryPoints: [join(import.meta.dirname, 'start-ours.ts')],
      outfile: script,
      ...bundleOptions,
    });
    const argv = [...searchNodeOptions.split(' '), script, file];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 1e8 });
    // The script is ours and prints exactly this.
    const report = JSON.parse(stdout) as Omit<OurReport, 'name' | 'notes' | 'write'> & {
      readonly startMegabytes: number;
      readonly megabytes: number;
    };
    const { start, startMegabytes, mostMegabytes, megabytes } = report;
    return {
      ...report,
      write: (user + system) / 1000,
      name: 'ours',
      notes: `snapshot of ${mb(content.length / 2 ** 20)}, written in ${seconds((user + system) / 1000)} of CPU; started in ${seconds(start.cpu)} of CPU (${seconds(start.wall)} in all), ${mb(startMegabytes)} resident; ${mb(megabytes)} held after all queries, ${mb(mostMegabytes)} resident at most`,
    };
  } finally {
    await s3.stop();
    await rm(directory, { recursive: true });
  }
}

const mb = (value: number) => `${value.toFixed(0)} MB`;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
