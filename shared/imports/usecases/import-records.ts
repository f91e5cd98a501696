import { digestOf } from '../../kernel/db/effects.ts';
import { timeLeft } from '../../kernel/runtime/deadline.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import type { ImportCall, RecordOutcome } from '../contracts/import-call.ts';
import {
  type ImportRecord,
  parseRecord,
  type RecordError,
  recordKinds,
} from '../contracts/import-records.ts';
import {
  findImport,
  findImports,
  nameText,
  type RecordName,
  type StoredImport,
} from '../db/imported-records.ts';
import { checkClaims, foreseenErrors } from './check-claims.ts';
import { heldRecord } from './held-record.ts';
import { importDocument } from './import-document.ts';
import { importEntityRecord } from './import-entity-record.ts';
import { importPerson } from './import-person.ts';
import { importResidency } from './import-residency.ts';
import { type Attempt, type ImportDeps, type Importing, recordErrors } from './importing.ts';

/**
 * The state of a record of a batch. There is no state in between, because a record is imported in
 * one transaction.
 *
 * | state | command | condition | next state | result |
 * |---|---|---|---|---|
 * | new | validate | it could be imported | new | `valid` |
 * | new | validate, run | it is invalid, refers to something missing, or claims something taken | new | `refused` |
 * | new | run | the file of a document is not uploaded yet | new | `upload` |
 * | new | run | its transaction, with the claim on the source id, succeeds | imported | `imported` |
 * | new | run | it is imported concurrently | imported | `same` |
 * | new, imported | run | the call has no time left | unchanged | `later` |
 * | imported | validate, run | its content is identical | imported | `same` |
 * | imported | validate, run | its content differs under the same source id | imported | `refused` |
 * | new | compare | it could be imported | new | `missing` |
 * | new | compare | it is invalid, or could not be imported | new | `refused` |
 * | imported | compare | | imported | `stored` |
 *
 * An imported record never becomes new again. After a crash, sending all records again imports the
 * rest.
 */
type RecordState =
  | { readonly kind: 'new' }
  | { readonly kind: 'imported'; readonly digest: string };

/** The result for a record with this digest, given its state. */
function judgeRecord(state: RecordState, digest: string): 'new' | 'same' | 'another' {
  if (state.kind === 'new') return 'new';
  return state.digest === digest ? 'same' : 'another';
}

/** How many records are written in parallel, so that a call takes a second or two and leaves capacity for others. */
const atOnce = 8;

/** No record is started with less time left, in milliseconds; the rest is for a later call. */
const recordTimeMs = 5_000;

type Parsed = Pick<Importing, 'record' | 'digest'> & { readonly index: number };

/**
 * Validates, imports or compares the records of a call, with one outcome for each, in their order. Records are
 * independent: each is written completely, once, or not at all. Kinds are processed in sequence, so a record
 * can refer to others of its call.
 */
export async function importRecords(
  batch: string,
  { mode, records }: ImportCall,
  actor: Actor,
  deps: ImportDeps,
): Promise<readonly RecordOutcome[]> {
  const now = deps.now().toISOString();
  const outcomes = records.map(({ kind }): RecordOutcome => outcome(kind, 'later'));
  const parsed = records.flatMap((input, index): readonly Parsed[] => {
    const result = parseRecord(input.kind, input);
    const wrong = result.ok ? foreseenErrors(result.record, now) : result.errors;
    if (wrong.length > 0) outcomes[index] = refused(input.kind, wrong);
    if (wrong.length > 0 || !result.ok) return [];
    return [{ record: result.record, digest: digestOf(result.record), index }];
  });
  for (const kind of recordKinds) {
    const those = parsed.filter(({ record }) => record.kind === kind);
    if (those.length === 0) continue;
    const names = those.flatMap(({ record }) => [nameOf(batch, record), ...named(batch, record)]);
    const imports = await findImports(deps.table, names);
    const judged = those.map((each) => ({ ...each, judgement: judge(each, imports) }));
    const fresh = judged.filter(({ judgement }) => judgement === 'new');
    if (mode === 'compare') {
      await eachOf(judged, async ({ record, index }) => {
        const stored = imports.get(nameText(record));
        const current = stored ? await heldRecord(deps.table, record, stored, imports) : null;
        const status = current === null ? 'missing' : 'stored';
        outcomes[index] = { ...outcome(kind, status, stored?.targetId), stored: current };
      });
    }
    for (const { record, judgement, index } of judged) {
      if (judgement === 'new' || mode === 'compare') continue;
      const id = imports.get(nameText(record))?.targetId;
      outcomes[index] =
        judgement === 'same'
          ? outcome(kind, 'same', id)
          : refused(kind, [recordErrors.anotherRecord]);
    }
    if (mode !== 'run') {
      const found = await checkClaims(
        deps.table,
        fresh.map(({ record }) => record),
        imports,
      );
      fresh.forEach(({ index }, position) => {
        const wrong = found[position] ?? [];
        if (wrong.length > 0) outcomes[index] = refused(kind, wrong);
        else if (mode === 'validate') outcomes[index] = outcome(kind, 'valid');
      });
      continue;
    }
    // Residencies of one person are imported in sequence, because parallel transactions would conflict.
    const together = Map.groupBy(fresh, ({ record, index }) =>
      record.kind === 'residency' ? record.person : index,
    );
    await eachOf([...together.values()], async (group) => {
      for (const { record, digest, index } of group) {
        const importing = { batch, record, digest, actor, imports };
        outcomes[index] = await importOnce(importing, deps);
      }
    });
  }
  return outcomes;
}

function importOnce(importing: Importing, deps: ImportDeps): Promise<RecordOutcome> {
  const { batch, record, digest } = importing;
  const { kind } = record;
  return retryOnConflict(async () => {
    const attempt = await write(importing, deps);
    if (attempt === lostRace) return lostRace;
    switch (attempt.kind) {
      case 'written':
        return outcome(kind, 'imported', attempt.id);
      case 'refused': {
        // The conflicting claim may be the record's own, if someone imports it at the same time.
        const stored = await findImport(deps.table, nameOf(batch, record));
        if (stored?.digest === digest) return outcome(kind, 'same', stored.targetId);
        return refused(kind, attempt.errors);
      }
      case 'upload':
        return { ...outcome(kind, 'upload'), upload: { ...attempt.upload } };
      case 'done_before': {
        const stored = await findImport(deps.table, nameOf(batch, record));
        if (stored === null) return lostRace;
        const state = { kind: 'imported', digest: stored.digest } as const;
        return judgeRecord(state, digest) === 'same'
          ? outcome(kind, 'same', stored.targetId)
          : refused(kind, [recordErrors.anotherRecord]);
      }
    }
  });
}

async function write(
  { record, ...rest }: Importing,
  deps: ImportDeps,
): Promise<Attempt | typeof lostRace> {
  switch (record.kind) {
    case 'person':
      return importPerson({ ...rest, record }, deps);
    case 'residency':
      return importResidency({ ...rest, record }, deps);
    case 'legal_entity':
      return importEntityRecord({ ...rest, record }, deps);
    case 'document':
      return importDocument({ ...rest, record }, deps);
  }
}

/** Processes items in parallel; skips those for which no time is left. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      if (timeLeft() < recordTimeMs) return;
      try {
        await work(one);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  // Waits for all, even after a failure, so that nothing continues after the answer.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function judge({ record, digest }: Parsed, imports: ReadonlyMap<string, StoredImport>) {
  const stored = imports.get(nameText(record));
  return judgeRecord(
    stored ? { kind: 'imported', digest: stored.digest } : { kind: 'new' },
    digest,
  );
}

function nameOf(batch: string, { kind, sourceId }: ImportRecord): RecordName {
  return { batch, kind, sourceId };
}

/** The records to which a record refers. */
function named(batch: string, record: ImportRecord): readonly RecordName[] {
  const person = (sourceId: string): RecordName => ({ batch, kind: 'person', sourceId });
  switch (record.kind) {
    case 'person':
      return [];
    case 'residency':
      return [person(record.person)];
    case 'legal_entity':
      return (record.representatives ?? []).map((each) => person(each.person));
    case 'document':
      return record.legalEntity === undefined
        ? [person(record.person ?? '')]
        : [{ batch, kind: 'legal_entity', sourceId: record.legalEntity }];
  }
}

function outcome(
  kind: RecordOutcome['kind'],
  status: RecordOutcome['status'],
  id: string | null = null,
): RecordOutcome {
  return { kind, status, id, errors: [], upload: null, stored: null };
}

function refused(kind: RecordOutcome['kind'], wrong: readonly RecordError[]): RecordOutcome {
  return { ...outcome(kind, 'refused'), errors: [...wrong] };
}
