import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';
import { recordKinds } from './import-records.ts';

/** The maximum number of records per call. */
export const maxRecords = 100;

/** Path of a batch of related records, which may need several files and calls. Operators choose its name. */
export const ByBatch = z.object({
  batch: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,49}$/)),
});

/** The operation on records: validate, import, or compare with the registry. */
export const importModes = ['validate', 'run', 'compare'] as const;

/**
 * Body of `POST /admin/v1/imports/{batch}/records`. Each record is validated separately, so that an invalid one does
 * not block others. Its fields are described in docs/moving.md.
 */
export const ImportCall = z.object({
  mode: z.enum(importModes),
  records: z
    .array(
      z.looseObject({ kind: z.enum(recordKinds), sourceId: z.string().check(z.maxLength(1000)) }),
    )
    .check(z.minLength(1), z.maxLength(maxRecords)),
});
export type ImportCall = z.output<typeof ImportCall>;

/** The result for each record, in the order of the call. */
export const recordStatuses = [
  'valid',
  'imported',
  'same',
  'upload',
  'later',
  'refused',
  'stored',
  'missing',
] as const;

export const RecordOutcome = z.object({
  kind: z.enum(recordKinds),
  status: z.enum(recordStatuses),
  /** The id of the imported resource. */
  id: z.nullable(Id),
  errors: z.array(z.object({ code: z.string(), field: z.string(), message: z.string() })),
  /** Where to upload its file, and with which header fields. */
  upload: z.nullable(z.object({ url: z.string(), headers: z.record(z.string(), z.string()) })),
  /** The registry's current values of its fields. */
  stored: z.nullable(z.record(z.string(), z.unknown())),
});
export type RecordOutcome = z.output<typeof RecordOutcome>;

export const ImportAnswer = z.object({ data: z.array(RecordOutcome) });
