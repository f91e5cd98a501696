import { basename, extname } from 'node:path';
import * as z from 'zod/mini';
import { ByBatch, type ImportCall } from '../../shared/imports/contracts/import-call.ts';
import { recordKinds } from '../../shared/imports/contracts/import-records.ts';
import { registryOptions } from '../export/registry-data.ts';
import { Failure } from '../failure.ts';
import type { Walk } from './walk-file.ts';

/** Options of all commands about a file. */
export const importOptions = [
  [
    '--batch <name>',
    'name of the batch, for one or several files; source ids are unique within it (default: the name of the file)',
  ],
  ['--kind <kind>', `kind of the rows that name no kind: ${recordKinds.join(', ')}`],
  ['--concurrency <number>', 'parallel calls, 1 to 16 (default 4)'],
  ['--exceptions <file>', 'file for rejected rows (default: next to the file)'],
  ['--resume', 'continue an earlier import of an export'],
  ...registryOptions,
] as const;

export const uses = ['POST /admin/v1/imports/{batch}/records'] as const;

/** The file and how to process it, from the options. Throws a Failure for invalid options. */
export function walkOf(options: Readonly<Record<string, unknown>>, mode: ImportCall['mode']): Walk {
  const file = String(options['file']);
  const given = options['batch'] ?? slug(basename(file, extname(file)));
  const batch = z.safeParse(ByBatch, { batch: given });
  if (!batch.success) {
    throw new Failure('usage', '--batch: up to 50 lower-case letters, digits and hyphens');
  }
  const kind = recordKinds.find((each) => each === options['kind']);
  if (options['kind'] !== undefined && kind === undefined) {
    throw new Failure('usage', `--kind: one of ${recordKinds.join(', ')}`);
  }
  const concurrency = Number(options['concurrency'] ?? 4);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 16) {
    throw new Failure('usage', '--concurrency: 1 to 16');
  }
  return { file, batch: batch.data.batch, mode, kind, concurrency };
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);
}
