import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import {
  type Fault,
  type RecordKind,
  recordKinds,
} from '../../shared/imports/contracts/import-records.ts';
import { Failure } from '../failure.ts';
import { csvRecord } from './csv-record.ts';

/** A row of a file: what it holds, or why it can't be read. */
export interface FileRow {
  /** The line, the first is 1; of a record over several lines the last of them. */
  readonly row: number;
  readonly kind: RecordKind | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** The rows of a JSONL or CSV file, one after the other. `kind` is that of rows that don't say theirs. */
export async function* readRows(
  path: string,
  kind: RecordKind | undefined,
): AsyncGenerator<FileRow> {
  const type = extname(path).toLowerCase();
  if (type === '.csv') yield* csvRows(path, kind);
  else if (type === '.jsonl' || type === '.ndjson') yield* jsonRows(path, kind);
  else throw new Failure('usage', `${path} must be a .jsonl or .csv file`);
}

async function* jsonRows(path: string, kind: RecordKind | undefined): AsyncGenerator<FileRow> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let row = 0;
  for await (const line of lines) {
    row += 1;
    // A mark of the byte order is no part of the first record.
    const text = (row === 1 ? line.replace(/^\uFEFF/, '') : line).trim();
    if (text !== '') yield { row, ...read(text, kind) };
  }
}

function read(text: string, kind: RecordKind | undefined): Omit<FileRow, 'row'> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return withKind({ ...value }, kind);
    }
  } catch {
    // Said below.
  }
  const fault = { code: 'not_json', field: '', message: 'Must be one JSON object' };
  return { kind: null, input: {}, faults: [fault] };
}

async function* csvRows(path: string, kind: RecordKind | undefined): AsyncGenerator<FileRow> {
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  try {
    for await (const each of parser) {
      // With `info`, and columns, csv-parse gives the record and how it was read.
      const { record, info } = each as {
        record: Readonly<Record<string, string>>;
        info: { lines: number; error?: unknown };
      };
      const row = info.lines;
      if (info.error) {
        const message = 'Must have as many cells as the first line';
        yield { row, kind: null, input: {}, faults: [{ code: 'not_csv', field: '', message }] };
      } else yield { row, ...withKind(csvRecord(record), kind) };
    }
  } catch (error) {
    throw new Failure('usage', `${path}: ${error instanceof Error ? error.message : 'no CSV'}`);
  }
}

function withKind(
  given: Readonly<Record<string, unknown>>,
  kind: RecordKind | undefined,
): Omit<FileRow, 'row'> {
  const input = { ...(kind !== undefined && { kind }), ...given };
  const known = recordKinds.find((each) => each === input.kind);
  const message = `Must be one of ${recordKinds.join(', ')}`;
  const faults = known ? [] : [{ code: 'unknown_kind', field: 'kind', message }];
  return { kind: known ?? null, input, faults };
}
