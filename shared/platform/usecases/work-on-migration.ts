import type { Migration, MigrationChange } from '../../kernel/db/migration.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  findRun,
  findSegment,
  meteredTable,
  readSource,
  runWrite,
  type Segment,
  segmentWrite,
} from '../db/migration-runs.ts';
import { eventWrite } from '../db/outbox.ts';
import type { MigrationDeps } from '../deps/evidence-deps.ts';
import { system } from '../domain/audit-entry.ts';
import { begun, failed, finished, isUnderWay } from '../domain/migration-run.ts';
import { auditAct } from './audit.ts';
import { migrationNamed, sumsOf } from './command-migration.ts';
import { finishEvent } from './deliver-once.ts';

/** Segments of a run that are processed in parallel: `MaxConcurrency` of the workflow's map. */
const atOnce = 4;

/**
 * The number of calls for segments in one execution, all segments together. Each call adds nine events to the execution's
 * history, which Step Functions limits to 25,000 ("Service quotas", Step Functions Developer Guide). The next execution
 * continues.
 */
const callsOfExecution = 2_000;

/** The input of an execution. */
interface Work {
  readonly name: string;
  readonly execution: string;
}

/** Begins a run. Returns the unfinished segments, and how often each may be called. None if there is nothing to do. */
export async function beginMigration(
  { name, execution }: Work,
  deps: MigrationDeps,
): Promise<{ readonly segments: readonly number[]; readonly laps: number }> {
  const nothing = { segments: [], laps: 0 };
  return retryOnConflict(async () => {
    const { found, obstacle } = await readRun({ name, execution }, deps);
    if (found === null) return nothing;
    if (obstacle !== null) {
      await failMigration({ name, execution }, obstacle, deps);
      return nothing;
    }
    const run = begun(found.run, execution, deps.now());
    if (run === null) return nothing;
    const outcome = await transact(deps.table, { run: runWrite(found.run, run) });
    if (outcome.kind === 'refused') return lostRace;
    const segments = found.segments.filter(({ isDone }) => !isDone).map(({ index }) => index);
    return { segments, laps: Math.ceil(callsOfExecution / Math.max(1, segments.length)) };
  });
}

/**
 * Works on a segment for some seconds. `more`: call it again after `wait` seconds. `stop`: the run is paused, or
 * belongs to another execution.
 */
export async function walkSegment(
  { name, execution, segment: index }: Work & { readonly segment: number },
  deps: MigrationDeps,
): Promise<{ readonly outcome: 'more' | 'done' | 'stop'; readonly wait: number }> {
  const { table, workFor, wait } = deps;
  const startedAt = performance.now();
  const timeLeft = () => workFor - (performance.now() - startedAt);
  do {
    const found = await findSegment(table, name, index);
    if (found === null || found.run.execution !== execution || !isUnderWay(found.run))
      return { outcome: 'stop', wait: 0 };
    const { run, segment } = found;
    if (segment.isDone) return { outcome: 'done', wait: 0 };
    const migration = migrationNamed(name, deps);
    if (migration?.code !== run.code) {
      await failMigration({ name, execution }, anotherCode, deps);
      return { outcome: 'stop', wait: 0 };
    }
    const pageAt = performance.now();
    const { walked, units } = await walkPage(migration, segment, run.isDry, table);
    const stored = { ...walked, at: deps.now().toISOString() };
    // Refused if another process also works on it, such as an attempt that was considered dead. The next page is read
    // again.
    await transact(table, { segment: segmentWrite(name, stored) });
    if (walked.isDone) return { outcome: 'done', wait: 0 };
    const share = run.rate / Math.min(atOnce, run.segments);
    const owed = Math.max(0, (units / share) * 1_000 - (performance.now() - pageAt));
    if (owed >= timeLeft()) return { outcome: 'more', wait: Math.ceil(owed / 1_000) };
    await wait(owed);
  } while (timeLeft() > 0);
  return { outcome: 'more', wait: 0 };
}

/** Ends an execution: the run is finished, or another execution continues if segments are left. */
export async function endMigration(work: Work, deps: MigrationDeps): Promise<void> {
  const { name, execution } = work;
  await retryOnConflict(async () => {
    const { found } = await readRun(work, deps);
    if (found === null || found.run.execution !== execution || !isUnderWay(found.run)) return;
    const { run, segments } = found;
    const now = deps.now();
    if (segments.some(({ isDone }) => !isDone)) {
      const next = deps.newId();
      const outcome = await transact(deps.table, {
        run: runWrite(run, { ...run, execution: next }),
        event: eventWrite(next, now.toISOString(), { type: 'migration.requested', name }),
      });
      return outcome.kind === 'written' ? undefined : lostRace;
    }
    const { scanned, needed, changed, samples } = sumsOf(run, segments);
    const ended = finished(run, { scanned, needed, samples: [...samples] }, now);
    if (ended === null) return;
    const outcome = await transact(deps.table, {
      run: runWrite(run, ended),
      ...auditAct(deps, {
        at: now.toISOString(),
        actor: system,
        action: 'migration.finished',
        subject: { type: 'migration', id: name },
        details: { run: run.id, code: run.code, dry: run.isDry, scanned, needed, changed },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
  await finishEvent(execution, deps);
}

/** Marks a run as failed for operators. Finished work stays, and the next request continues. */
export async function failMigration(
  work: Work,
  failure: string,
  deps: MigrationDeps,
): Promise<void> {
  const { name, execution } = work;
  await retryOnConflict(async () => {
    const { found } = await readRun(work, deps);
    const now = deps.now();
    const run = found && failed(found.run, execution, failure, now);
    if (found === null || run === null) return;
    const outcome = await transact(deps.table, {
      run: runWrite(found.run, run),
      ...auditAct(deps, {
        at: now.toISOString(),
        actor: system,
        action: 'migration.failed',
        subject: { type: 'migration', id: name },
        details: { run: run.id, code: run.code, dry: run.isDry, failure },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
  await finishEvent(execution, deps);
}

/** The release has changed since the run began, so its code for this migration is different or missing. */
const anotherCode = 'another_release';

/** The run with its segments, and the reason if this release can't work on it. */
async function readRun({ name }: Work, deps: MigrationDeps) {
  const migration = migrationNamed(name, deps);
  const found = await findRun(deps.table, name, migration?.segments.length ?? 0);
  return { found, obstacle: migration?.code === found?.run.code ? null : anotherCode };
}

/** Items per page: few, to keep the rate even and to repeat little work after a crash. */
const pageSize = 25;

/** Sample keys that a segment stores for operators. */
const maxSamples = 5;

/** An item that others change this often is left to the workflow's next attempt. */
const maxLooks = 20;

/**
 * Reads one page of a segment and, unless the run is dry, changes its items. Returns the segment afterwards and the
 * capacity that the page used. After a crash before that is stored, the page is repeated and finds its items already
 * changed.
 */
async function walkPage(
  migration: Migration,
  segment: Segment,
  isDry: boolean,
  table: Table,
): Promise<{ readonly walked: Segment; readonly units: number }> {
  const metered = meteredTable(table);
  const sources = migration.segments[segment.index] ?? [];
  const source = sources[segment.source];
  if (source === undefined) return { walked: { ...segment, isDone: true }, units: 0 };
  const from = segment.position ?? undefined;
  const { items, next } = await readSource(metered.table, source, from, pageSize);
  const changes = items.length === 0 ? [] : await migration.look(items, metered.table);
  const needed = changes.filter((change) => change !== null);
  const counts = { changed: 0, retried: 0 };
  if (!isDry) {
    // In sequence, because readers may rely on the oldest item being changed last.
    for (const [index, item] of items.entries()) {
      const { changed, retried } = await settle(
        migration,
        item,
        changes[index] ?? null,
        metered.table,
      );
      counts.changed += changed;
      counts.retried += retried;
    }
  }
  const goesOn = next ? { position: { ...next } } : { position: null, source: segment.source + 1 };
  const walked = {
    ...segment,
    ...goesOn,
    isDone: next === undefined && segment.source + 1 >= sources.length,
    scanned: segment.scanned + items.length,
    needed: segment.needed + needed.length,
    changed: segment.changed + counts.changed,
    retried: segment.retried + counts.retried,
    units: segment.units + metered.units(),
    samples: [...segment.samples, ...needed.map(({ sample }) => sample)].slice(0, maxSamples),
  };
  return { walked, units: metered.units() };
}

/** Changes an item. If someone else changes it in the meantime, it is read and tried again. */
async function settle(
  migration: Migration,
  item: Item,
  first: MigrationChange | null,
  table: Table,
): Promise<{ readonly changed: number; readonly retried: number }> {
  let change = first;
  for (let retried = 0; retried < maxLooks; retried += 1) {
    if (change === null) return { changed: 0, retried };
    if ((await change.carryOut()) === 'changed') return { changed: 1, retried };
    const fresh = await getItem(table, { pk: String(item['pk']), sk: String(item['sk']) });
    const [next = null] = fresh === undefined ? [] : await migration.look([fresh], table);
    change = next;
  }
  throw new Error(`${migration.name}: an item keeps changing`);
}
