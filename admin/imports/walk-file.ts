import {
  type ImportCall,
  maxRecords,
  type RecordOutcome,
} from '../../shared/imports/contracts/import-call.ts';
import {
  type RecordError,
  type RecordKind,
  recordKinds,
} from '../../shared/imports/contracts/import-records.ts';
import type { Target } from '../target.ts';
import { openFileCheck } from './file-check.ts';
import { fileOfDocument } from './file-of-document.ts';
import { readRows } from './read-rows.ts';
import { type SentRecord, sendRecords } from './send-records.ts';

/** A row that was not accepted, and why. */
export interface Exception extends RecordError {
  readonly row: number;
  readonly kind: RecordKind | null;
}

export interface Walk {
  readonly file: string;
  readonly batch: string;
  readonly mode: ImportCall['mode'];
  /** The kind of rows that don't have one. */
  readonly kind: RecordKind | undefined;
  /** How many calls run in parallel. */
  readonly concurrency: number;
}

/** The limit of a call's records in bytes; the service accepts a megabyte. */
const maxBytes = 900_000;

/**
 * Reads a file once for each kind of record in it, in the order in which they refer to each other, and sends the
 * accepted rows. `saw` gets the outcome of each. Returns the exceptions by row, and the number of rows.
 */
export async function walkFile(
  target: Target,
  { file, batch, mode, kind: given, concurrency }: Walk,
  saw: (sent: SentRecord, outcome: RecordOutcome) => void,
  notice: (text: string) => void,
): Promise<{ readonly rows: number; readonly exceptions: readonly Exception[] }> {
  const check = openFileCheck(mode);
  const exceptions: Exception[] = [];
  const kinds = new Set<RecordKind>();
  let rows = 0;
  const except = (row: number, kind: RecordKind | null, errors: readonly RecordError[]) => {
    for (const error of errors) exceptions.push({ row, kind, ...error });
  };

  for (const kind of recordKinds) {
    const isFirst = kind === recordKinds[0];
    if (!isFirst && !kinds.has(kind)) continue;
    const calls = openCalls(concurrency, async (sent: readonly SentRecord[]) => {
      const outcomes = await sendRecords(target, { batch, mode }, sent);
      outcomes.forEach((outcome, index) => {
        const one = sent[index];
        if (one === undefined) return;
        const errors = check.remaining(one.record, outcome.errors);
        if (errors.length > 0) check.refused(one.record);
        except(one.row, kind, errors);
        const stands = outcome.status === 'refused' && errors.length === 0;
        saw(one, stands ? { ...outcome, status: 'valid' } : outcome);
      });
      notice('.');
    });
    for await (const each of readRows(file, given)) {
      if (isFirst) {
        rows += 1;
        if (each.kind !== null) kinds.add(each.kind);
        except(each.row, each.kind, each.errors);
      }
      if (each.kind !== kind || each.errors.length > 0) continue;
      const { row } = each;
      const { input, path, errors } =
        kind === 'document'
          ? await fileOfDocument(each.input, file)
          : { input: each.input, path: null, errors: [] };
      const looked = errors.length > 0 ? { record: null, errors } : check.look(kind, input);
      if (looked.record === null) except(row, kind, looked.errors);
      else await calls.add({ row, record: looked.record, path });
    }
    await calls.end();
  }
  if (kinds.size > 0) notice('\n');
  return { rows, exceptions: exceptions.toSorted((left, right) => left.row - right.row) };
}

/** Collects records for calls, some of which run in parallel. The first failure stops them all. */
function openCalls(concurrency: number, send: (sent: readonly SentRecord[]) => Promise<void>) {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let gathered: SentRecord[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    while (underWay.size >= concurrency) await Promise.race(underWay);
    if (failures.length > 0) throw failures[0];
    if (gathered.length === 0) return;
    const call = send(gathered)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(call));
    underWay.add(call);
    gathered = [];
    bytes = 0;
  }

  return {
    async add(one: SentRecord): Promise<void> {
      const size = Buffer.byteLength(JSON.stringify(one.record));
      if (gathered.length >= maxRecords || bytes + size > maxBytes) await flush();
      gathered.push(one);
      bytes += size;
    },
    async end(): Promise<void> {
      await flush();
      await Promise.all(underWay);
      if (failures.length > 0) throw failures[0];
    },
  };
}
