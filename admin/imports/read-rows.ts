import { extname } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import {
  type RecordError,
  type RecordKind,
  recordKinds,
} from '../../shared/imports/contracts/import-records.ts';
import { Failure } from '../failure.ts';
import { fileLines } from '../file-lines.ts';
import { csvRecord } from './csv-record.ts';

/** A row of a file: its content, or why it can't be read. */
export interface FileRow {
  /** The line, starting at 1; for a record over several lines, the last of them. */
  readonly row: number;
  readonly kind: RecordKind | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly errors: readonly RecordError[];
}

/** The rows of a JSONL or CSV file, in sequence. `kind` applies to rows without their own. */
export async function* readRows(
  path: string,
  kind: RecordKind | undefined,
): AsyncGenerator<FileRow> {
  const type = extname(path).toLowerCase();
  if (type === '.csv') yield* csvRows(path, kind);
  else if (type === '.jsonl' || type === '.ndjson') yield* jsonRows(path, kind);
  else throw new Failure('usage', `${path} must be a .jsonl or .csv file`);
}

const notUtf8: RecordError = {
  code: 'not_utf8',
  field: '',
  message: 'Must be UTF-8: open the original and save it as UTF-8 (in Excel "CSV UTF-8")',
};

async function* jsonRows(path: string, kind: RecordKind | undefined): AsyncGenerator<FileRow> {
  for await (const { number: row, text: line } of fileLines(path)) {
    if (line === null) {
      yield { row, kind: null, input: {}, errors: [notUtf8] };
      continue;
    }
    // A byte order mark is not part of the first record.
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
    // The error below reports it.
  }
  const error = { code: 'not_json', field: '', message: 'Must be one JSON object' };
  return { kind: null, input: {}, errors: [error] };
}

async function* csvRows(path: string, kind: RecordKind | undefined): AsyncGenerator<FileRow> {
  const badLines: number[] = [];
  async function* bytesOfLines() {
    for await (const { number, bytes, text } of fileLines(path)) {
      if (text === null) badLines.push(number);
      yield bytes;
    }
  }
  const parser = parse({
    bom: true,
    columns: (names: readonly string[]) => {
      if (badLines.includes(1)) throw new Error(notUtf8.message);
      return columnsOf(names);
    },
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  // The parser ends with the file's error, and the loop below throws it.
  pipeline(Readable.from(bytesOfLines()), parser, () => {});
  let previous = 1;
  try {
    for await (const each of parser) {
      // With `info` and columns, csv-parse returns the record and how it was read.
      const { record, info } = each as {
        record: Readonly<Record<string, string>>;
        info: { lines: number; error?: unknown };
      };
      const row = info.lines;
      const isUtf8 = !badLines.some((line) => line > previous && line <= row);
      previous = row;
      if (!isUtf8) yield { row, kind: null, input: {}, errors: [notUtf8] };
      else if (info.error) {
        const message = 'Must have the same number of cells as the first line';
        yield { row, kind: null, input: {}, errors: [{ code: 'not_csv', field: '', message }] };
      } else yield { row, ...withKind(csvRecord(record), kind) };
    }
  } catch (error) {
    throw new Failure('usage', `${path}: ${error instanceof Error ? error.message : 'no CSV'}`);
  }
}

/** The column names from the first line. Throws if they are ambiguous. */
function columnsOf(line: readonly string[]): string[] {
  const names = line.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two columns are named "${twice}"`);
  const separator = names.length === 1 ? /[;\t|]/.exec(names[0] ?? '')?.[0] : undefined;
  if (separator !== undefined) {
    const found = separator === '\t' ? 'a tab' : `"${separator}"`;
    throw new Error(`The cells must be separated by commas; the first line has ${found}`);
  }
  return names;
}

function withKind(
  given: Readonly<Record<string, unknown>>,
  kind: RecordKind | undefined,
): Omit<FileRow, 'row'> {
  const input = { ...(kind !== undefined && { kind }), ...given };
  const known = recordKinds.find((each) => each === input.kind);
  const message = `Must be one of ${recordKinds.join(', ')}`;
  const errors = known ? [] : [{ code: 'unknown_kind', field: 'kind', message }];
  return { kind: known ?? null, input, errors };
}
