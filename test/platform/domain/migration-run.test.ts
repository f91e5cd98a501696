import { describe, expect, it } from 'vitest';
import {
  begun,
  deadAfter,
  failed,
  finished,
  type MigrationRun,
  type MigrationRunState,
  migrationStates,
  migrationTransitions,
  paused,
  requested,
  type Wish,
} from '../../../shared/platform/domain/migration-run.ts';

const at = '2026-03-01T12:00:00.000Z';
const later = (milliseconds: number) => new Date(Date.parse(at) + milliseconds);
const dryRun = { code: 2, finishedAt: at, looked: 9, wanted: 4, samples: ['a'] };
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
const wish: Wish = {
  name: 'one',
  code: 2,
  segments: 3,
  isDry: false,
  rate: 50,
  withoutDryRun: false,
};
const ids = { run: 'new', execution: 'next' };
const ask = (found: MigrationRun | null, more: Partial<Wish> = {}, now = later(1)) =>
  requested(found, { ...wish, ...more }, at, ids, now);

describe('a request', () => {
  it.each<[string, MigrationRun | null, Partial<Wish>, string]>([
    ['the first, dry', null, { isDry: true }, 'planned anew'],
    ['the first, without a dry run', null, {}, 'refused no_dry_run'],
    ['the first, that says so', null, { withoutDryRun: true }, 'planned anew'],
    ['after a dry run', run('finished', { isDry: true }), {}, 'planned anew'],
    [
      'after one of other code',
      run('finished', { isDry: true, code: 1, dryRun: { ...dryRun, code: 1 } }),
      {},
      'refused no_dry_run',
    ],
    ['of what is planned', run('planned'), {}, 'same'],
    ['of what runs', run('running'), {}, 'same'],
    ['of what runs dry', run('dryRun', { isDry: true }), { isDry: true }, 'same'],
    ['to run what runs dry', run('dryRun', { isDry: true }), {}, 'refused under_way'],
    ['to plan what runs', run('running'), { isDry: true }, 'refused under_way'],
    ['of other code than runs', run('running', { code: 1 }), {}, 'refused under_way'],
    ['of what is paused', run('paused'), {}, 'planned, goes on'],
    ['of what failed', run('failed', { failure: 'x' }), {}, 'planned, goes on'],
    ['of what began without a dry run', run('paused', { dryRun: null }), {}, 'planned, goes on'],
    ['to plan what is paused', run('paused'), { isDry: true }, 'planned anew'],
    ['of what other code had paused', run('paused', { code: 1 }), {}, 'planned anew'],
    ['of what has other segments now', run('paused', { segments: 2 }), {}, 'planned anew'],
    ['of what is finished', run('finished'), {}, 'planned anew'],
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

  it('takes up what nobody has worked on for ten minutes', () => {
    expect(ask(run('running'), {}, later(deadAfter - 1)).kind).toBe('same');
    expect(ask(run('running'), {}, later(deadAfter))).toMatchObject({
      kind: 'planned',
      goesOn: true,
    });
    const other = ask(run('running', { code: 1 }), {}, later(deadAfter));
    expect(other).toMatchObject({ kind: 'planned', goesOn: false });
  });
});

describe('a run', () => {
  it.each(migrationStates)('that is %s goes where the table says, and nowhere else', (state) => {
    const found = { looked: 5, wanted: 1, samples: ['b'] };
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

  it('is left alone by any other execution', () => {
    expect(begun(run('planned'), 'other', later(1))).toBeNull();
    expect(failed(run('running'), 'other', 'x', later(1))).toBeNull();
  });

  it('keeps what its dry run found', () => {
    const found = { looked: 5, wanted: 1, samples: ['b'] };
    const dry = finished(run('dryRun', { isDry: true }), found, later(5));
    expect(dry?.dryRun).toEqual({ ...found, code: 2, finishedAt: later(5).toISOString() });
    expect(finished(run('running'), found, later(5))?.dryRun).toEqual(dryRun);
  });
});
