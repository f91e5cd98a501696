import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { Failure } from '../failure.ts';

/** Increase it when a line of an export changes its meaning. */
export const schemaVersion = 1;

/** The content of `manifest.json`, the last file of an export. */
export const Manifest = z.strictObject({
  format: z.literal('resident-registry-export'),
  schemaVersion: z.literal(schemaVersion),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /**
   * The number of audit entries written during the export. Their changes may be in the export fully, partly or not at
   * all.
   */
  actsDuringExport: z.int().min(0),
  files: z.record(
    z.string(),
    z.strictObject({
      file: z.string().regex(/^[A-Za-z]+\.jsonl$/),
      lines: z.int().min(0),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** The sum of the lines' SHA-256, modulo 2^256. The order of the lines does not change it. */
      sum: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  /** What is in the table but not in the export: how many of each kind, and why. */
  left: z.record(z.string(), z.strictObject({ items: z.int().min(0), why: z.string() })),
  documents: z.strictObject({
    count: z.int().min(0),
    bytes: z.int().min(0),
    /** Whether their bytes are in `files`. */
    included: z.boolean(),
    /** Uploads left out because no scan has found them clean; absent if there are none. */
    skipped: z.optional(z.int().min(1)),
  }),
});
export type Manifest = z.output<typeof Manifest>;

export const manifestName = 'manifest.json';

/** Whether the path is an export instead of a file of records. */
export async function isExport(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

/** The manifest of an export. Throws a Failure if it is missing or has another version. */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => {
    throw new Failure(
      'usage',
      `${directory} has no ${manifestName}, so it is not a complete export.`,
    );
  });
  const parsed = Manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Failure('usage', `${directory}/${manifestName} is not of schema ${schemaVersion}.`);
}

/** SHA-256 of a file, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
