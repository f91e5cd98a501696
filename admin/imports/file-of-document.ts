import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RecordError } from '../../shared/imports/contracts/import-records.ts';

/** A document's row, with the facts about its file, and the file's path. */
export interface DocumentRow {
  readonly input: Readonly<Record<string, unknown>>;
  readonly path: string | null;
  readonly errors: readonly RecordError[];
}

/**
 * Examines the `file` of a document's row; its path is relative to the file with the row. Compares the size and SHA-256
 * if the row has them.
 */
export async function fileOfDocument(
  { file, ...input }: Readonly<Record<string, unknown>>,
  rows: string,
): Promise<DocumentRow> {
  const wrong = (code: string, field: string, message: string): DocumentRow => ({
    input,
    path: null,
    errors: [{ code, field, message }],
  });
  if (typeof file !== 'string') return wrong('file_missing', 'file', 'Must name the file');
  const path = resolve(dirname(rows), file);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return wrong('file_missing', 'file', 'No such file');
  const { size = found.size, sha256 } = input;
  if (size !== found.size) return wrong('file_differs', 'size', 'The file has a different size');
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const digest = hash.digest('hex');
  if (sha256 !== undefined && sha256 !== digest) {
    return wrong('file_differs', 'sha256', 'The file has a different SHA-256');
  }
  return { input: { ...input, size, sha256: digest }, path, errors: [] };
}
