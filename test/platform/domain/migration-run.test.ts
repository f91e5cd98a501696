import { describe, expect, it } from 'vitest';
import {
  begun,
  deadAfter,
  failed,
  finished,
  type MigrationInput,
  type MigrationRun,
  type MigrationRunState,
  migrationStates,
  migrationTransitions,
  paused,
  requested,
} from '../../../shared/platform/domain/migration-run.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = (milliseconds: number) => new Date(Date.parse(at) + milliseconds);
const dryRun = { code: 2, finishedAt: at, scanned: 9, needed: 4, samples: ['a'] };
const run = (state: MigrationRunState, more: Partial<MigrationRun> = {}): MigrationRun => ({
  id: 'run',
  name: 'one',
  code: 2,
  isDry: false,
  state,
  rate: 200,
  segments: 3,
  execution: 'execution',
  requestedAt: at,
  startedAt: at,
  finishedAt: null,
  failure: null,
  dryRun,
  version: 7,
  ...more,
});
const input: MigrationInput = {
  name: 'one',
  code: 2,
  segments: 3,
  isDry: false,
  rate: 50,
  withoutDryRun: false,
};
const ids = { run: 'new', execution: 'next' };
const ask = (found: MigrationRun | null, more: Partial<MigrationInput> = {}, now = later(1)) =>
  requested(found, { ...input, ...more }, at, ids, now);

describe('a migration request', () => {
  it.each<[string, MigrationRun | null, Partial<MigrationInput>, string]>([
    ['plans the first dry run', null, { isDry: true }, 'planned anew'],
    ['is refused without a dry run', null, {}, 'refused no_dry_run'],
    ['plans the first run if the dry run is waived', null, { withoutDryRun: true }, 'planned anew'],
    ['plans a run after a dry run', run('finished', { isDry: true }), {}, 'planned anew'],
    [
      'is refused after a dry run of other code',
      run('finished', { isDry: true, code: 1, dryRun: { ...dryRun, code: 1 } }),
      {},
      'refused no_dry_run',
    ],
    ['returns the planned run', run('planned'), {}, 'same'],
    ['returns the current run', run('running'), {}, 'same'],
    ['returns the current dry run', run('dryRun', { isDry: true }), { isDry: true }, 'same'],
    ['is refused during a dry run', run('dryRun', { isDry: true }), {}, 'refused under_way'],
    ['for a dry run is refused during a run', run('running'), { isDry: true }, 'refused under_way'],
    ['is refused if other code is running', run('running', { code: 1 }), {}, 'refused under_way'],
    ['continues a paused run', run('paused'), {}, 'planned, goes on'],
    ['continues a failed run', run('failed', { failure: 'x' }), {}, 'planned, goes on'],
    [
      'continues a run that began without a dry run',
      run('paused', { dryRun: null }),
      {},
      'planned, goes on',
    ],
    [
      'for a dry run starts again if the run is paused',
      run('paused'),
      { isDry: true },
      'planned anew',
    ],
    ['starts again if other code paused the run', run('paused', { code: 1 }), {}, 'planned anew'],
    [
      'starts again if the segments have changed',
      run('paused', { segments: 2 }),
      {},
      'planned anew',
    ],
    ['starts again after a finished run', run('finished'), {}, 'planned anew'],
  ])('%s', (_, found, more, expected) => {
    const result = ask(found, more);
    const said =
      result.kind === 'planned'
        ? `planned${result.goesOn ? ', goes on' : ' anew'}`
        : [result.kind, 'reason' in result ? result.reason : ''].join(' ').trim();
    expect(said).toBe(expected);
    if (result.kind !== 'planned') return;
    expect(result.run).toMatchObject({
      id: result.goesOn ? 'run' : 'new',
      state: 'planned',
      execution: 'next',
      rate: 50,
      failure: null,
      finishedAt: null,
      dryRun: found?.dryRun ?? null,
      version: found?.version ?? 0,
    });
  });

  it('takes over a run without progress for ten minutes', () => {
    expect(ask(run('running'), {}, later(deadAfter - 1)).kind).toBe('same');
    expect(ask(run('running'), {}, later(deadAfter))).toMatchObject({
      kind: 'planned',
      goesOn: true,
    });
    const other = ask(run('running', { code: 1 }), {}, later(deadAfter));
    expect(other).toMatchObject({ kind: 'planned', goesOn: false });
  });
});

describe('a migration run', () => {
  it.each(migrationStates)('in the state %s can reach only the states in the table', (state) => {
    const found = { scanned: 5, needed: 1, samples: ['b'] };
    const dry = run(state, { isDry: true });
    const asked = (now: Date) => {
      const result = ask(run(state), {}, now);
      return result.kind === 'planned' ? result.run.state : undefined;
    };
    const isIdle = state === 'paused' || state === 'finished' || state === 'failed';
    const reached = {
      request: asked(later(1)),
      take_over: isIdle ? undefined : asked(later(deadAfter)),
      begin: begun(run(state), 'execution', later(1))?.state,
      begin_dry: begun(dry, 'execution', later(1))?.state,
      pause: paused(run(state))?.state,
      finish: finished(run(state), found, later(1))?.state,
      fail: failed(run(state), 'execution', 'x', later(1))?.state,
    };
    expect(reached).toEqual(migrationTransitions[state]);
  });

  it("can't be changed by another execution", () => {
    expect(begun(run('planned'), 'other', later(1))).toBeNull();
    expect(failed(run('running'), 'other', 'x', later(1))).toBeNull();
  });

  it('keeps the result of its dry run', () => {
    const found = { scanned: 5, needed: 1, samples: ['b'] };
    const dry = finished(run('dryRun', { isDry: true }), found, later(5));
    expect(dry?.dryRun).toEqual({ ...found, code: 2, finishedAt: later(5).toISOString() });
    expect(finished(run('running'), found, later(5))?.dryRun).toEqual(dryRun);
  });
});
