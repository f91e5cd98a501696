import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Migration } from '../../shared/kernel/db/migration.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import type { MigrationDeps } from '../../shared/platform/deps/evidence-deps.ts';
import {
  commandMigration,
  readMigration,
} from '../../shared/platform/usecases/command-migration.ts';
import {
  beginMigration,
  endMigration,
  failMigration,
  walkSegment,
} from '../../shared/platform/usecases/work-on-migration.ts';
import { operator } from '../support/core-deps.ts';
import { migratingDeps, work } from '../support/migrations.ts';
import { seed } from '../support/seed.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeEach(async () => {
  table = await freshTable();
});

const count = 90;
const keyOf = (index: number) => ({
  pk: `PERSON#p${index % 3}`,
  sk: `CONSENT#${String(index).padStart(3, '0')}`,
});

/** Items of the previous format in three lists, and one that already has the new format. */
async function stored() {
  const items = Array.from({ length: count }, (_, index) => ({ ...keyOf(index), number: index }));
  await seed(table, [...items, { pk: 'PERSON#p0', sk: 'CONSENT#999', text: '999' }]);
}

/** Changes a number to a text. */
function looking(code: number): Pick<Migration, 'code' | 'look'> {
  return {
    code,
    look: async (items, on) =>
      items.map((item) => {
        const { pk, sk, number } = item;
        if (number === undefined || !String(pk).startsWith('PERSON#')) return null;
        return {
          sample: String(sk),
          carryOut: async () => {
            const outcome = await updateItem(on, {
              Key: { pk, sk },
              UpdateExpression: 'SET #text = :text REMOVE #number',
              ConditionExpression: '#number = :read',
              ExpressionAttributeNames: { '#text': 'text', '#number': 'number' },
              ExpressionAttributeValues: { ':text': String(number), ':read': number },
            });
            return outcome.kind === 'written' ? 'changed' : 'again';
          },
        };
      }),
  };
}

const name = 'texts';
const lists: Migration = {
  name,
  about: 'makes texts of numbers',
  ...looking(1),
  segments: [0, 1, 2].map((list) => [{ list: { value: `PERSON#p${list}` } }]),
};
const whole: Migration = {
  ...lists,
  segments: [0, 1, 2].map((part) => [{ scan: { part, of: 3 } }]),
};

const deps = (more: Partial<MigrationDeps> = {}, migration = lists) =>
  migratingDeps(table, { migrations: [migration], ...more });
const command = (
  asked: 'plan' | 'run' | 'pause',
  on: MigrationDeps,
  more: { readonly withoutDryRun?: boolean; readonly rate?: number } = {},
) =>
  commandMigration(
    { name, command: asked, rate: 10_000, withoutDryRun: true, ...more },
    operator,
    on,
  );
const state = (on: MigrationDeps, migration = lists) => readMigration(migration, on);
async function begin(asked: 'plan' | 'run', on: MigrationDeps, more = {}) {
  const { run } = await command(asked, on, more);
  return run?.execution ?? '';
}

/** All items as they are stored now. */
async function texts() {
  const items = await Promise.all(
    Array.from({ length: count }, (_, index) => getItem(table, keyOf(index))),
  );
  return items.map((item) => item?.['text']);
}
const requested = Array.from({ length: count }, (_, index) => String(index));
const untouched = requested.map(() => undefined);

describe.each([
  ['lists', lists],
  ['the whole table, in parts', whole],
])('a migration that walks %s', (_, migration) => {
  it('first counts with samples and changes nothing, then changes every item exactly once', async () => {
    await stored();
    const on = deps({}, migration);
    await work(name, await begin('plan', on), on);
    const dry = await state(on, migration);
    expect(dry).toMatchObject({
      isIdle: false,
      run: { state: 'finished', isDry: true, needed: count, changed: 0, segmentsDone: 3 },
      dryRun: { code: 1, needed: count },
    });
    expect(dry.run?.samples).toHaveLength(10);
    expect(await texts()).toEqual(untouched);

    await work(name, await begin('run', on, { withoutDryRun: false }), on);
    expect((await state(on, migration)).run).toMatchObject({
      state: 'finished',
      isDry: false,
      needed: count,
      changed: count,
      retried: 0,
    });
    expect((await state(on, migration)).run?.units).toBeGreaterThan(count);
    expect(await texts()).toEqual(requested);

    await work(name, await begin('run', on), on);
    expect((await state(on, migration)).run).toMatchObject({ needed: 0, changed: 0 });
  });
});

describe('a request to run a migration', () => {
  it('is refused without a dry run', async () => {
    const refused = await command('run', deps(), { withoutDryRun: false }).catch((error) => error);
    expect(refused).toMatchObject({ status: 409, extras: { code: 'migration.no_dry_run' } });
    expect((await state(deps())).run).toBeNull();
  });

  it('starts one run if two operators ask at the same time, and both see it', async () => {
    await stored();
    const both = await Promise.all([command('run', deps()), command('run', deps())]);
    const [first, second] = both.map(({ run }) => run?.execution);
    expect(first).toBe(second);
    const mixed = await Promise.allSettled([command('plan', deps()), command('run', deps())]);
    expect(mixed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('to pause stops before the next page, and the next run continues there', async () => {
    await stored();
    const on = deps({ workFor: 0 });
    const execution = await begin('run', on);
    let steps = 0;
    await work(name, execution, on, async (step) => {
      steps += step.startsWith('walk') ? 1 : 0;
      if (steps === 2) await command('pause', on);
    });
    expect((await state(on)).run).toMatchObject({ state: 'paused', changed: 24 });
    const next = await begin('run', on);
    expect(next).not.toBe(execution);
    // The previous execution resumes again.
    expect(await walkSegment({ name, execution, segment: 0 }, on)).toEqual({
      outcome: 'stop',
      wait: 0,
    });
    await endMigration({ name, execution }, on);
    expect((await state(on)).run?.state).toBe('planned');
    await work(name, next, on);
    expect((await state(on)).run).toMatchObject({ state: 'finished', changed: count });
    expect(await texts()).toEqual(requested);
  });

  it('keeps to the rate by consumed capacity, also across calls', async () => {
    await stored();
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    // A page takes 400 ms on any machine.
    let clock = 0;
    const measured = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    onTestFinished(() => measured.mockRestore());
    const slow: Migration = {
      ...lists,
      look: async (items, at) => {
        clock += 400;
        return lists.look(items, at);
      },
    };
    const on = deps({ wait }, slow);
    const execution = await begin('run', on, { rate: 30 });
    const { segments } = await beginMigration({ name, execution }, on);
    expect(segments).toEqual([0, 1, 2]);
    const answer = await walkSegment({ name, execution, segment: 0 }, on);
    expect(answer).toEqual({ outcome: 'done', wait: 0 });
    const { run } = await state(on);
    // Three segments share 30 units a second; the units of the last page need no wait.
    const [first = 0] = waits;
    expect(waits).toHaveLength(1);
    expect(first).toBeGreaterThan(2_000);
    expect(first).toBeLessThanOrEqual(((run?.units ?? 0) / 10) * 1_000 - 400);
    const short = await walkSegment(
      { name, execution, segment: 1 },
      deps({ wait, workFor: 1 }, slow),
    );
    expect(short.outcome).toBe('more');
    expect(short.wait).toBeGreaterThanOrEqual(2);
    expect(waits).toHaveLength(1);
  });
});

describe('an item that is changed during a migration', () => {
  it('is read again, and neither change is lost', async () => {
    await stored();
    const key = keyOf(0);
    let isDone = false;
    const racing: Migration = {
      ...lists,
      look: async (items, on) => {
        const changes = await lists.look(items, on);
        if (!isDone && items.some(({ sk, pk }) => sk === key.sk && pk === key.pk)) {
          isDone = true;
          await updateItem(table, {
            Key: key,
            UpdateExpression: 'SET #number = :other, #more = :more',
            ExpressionAttributeNames: { '#number': 'number', '#more': 'more' },
            ExpressionAttributeValues: { ':other': 1_000, ':more': 'kept' },
          });
        }
        return changes;
      },
    };
    const on = deps({}, racing);
    await work(name, await begin('run', on), on);
    expect((await state(on)).run).toMatchObject({ retried: 1, changed: count, state: 'finished' });
    expect(await getItem(table, key)).toEqual({ ...key, text: '1000', more: 'kept' });
  });

  it('is left alone if it was deleted or already has the new format', async () => {
    await stored();
    const on = deps(
      {},
      {
        ...lists,
        look: async (items, at) => {
          const changes = await lists.look(items, at);
          return changes.map(
            (change) =>
              change && {
                ...change,
                carryOut: async () => {
                  await change.carryOut();
                  return 'again' as const;
                },
              },
          );
        },
      },
    );
    await work(name, await begin('run', on), on);
    expect((await state(on)).run).toMatchObject({ state: 'finished', changed: 0, retried: count });
    expect(await texts()).toEqual(requested);
  });
});

describe('a migration whose process dies', () => {
  it('before or after any request to the table is completed by the next process', async () => {
    await stored();
    const quiet = deps({ workFor: 0 });
    table.proxy.calls.reset();
    await work(name, await begin('run', quiet), quiet);
    const calls = table.proxy.calls.count();
    expect(calls).toBeGreaterThan(count);
    // Every 13th call covers pages, changes, progress records, the beginning and the end.
    for (let call = 1; call <= calls; call += 13) {
      table = await freshTable();
      await stored();
      const on = deps({ workFor: 0 });
      let seen = 0;
      // The process is gone, so none of its later requests arrives.
      const { client } = table;
      const doomed = {
        ...table,
        client: {
          ...client,
          call: async (...asked: Parameters<typeof client.call>) => {
            seen += 1;
            if (seen > call) throw new Error('killed');
            return client.call(...asked);
          },
        },
      } as TestTable; // the tuple of arguments loses which operation goes with which input
      const execution = await begin('run', on);
      await work(name, execution, { ...on, table: doomed }).catch(() => {});
      // The workflow retries its task.
      await work(name, execution, on);
      expect((await state(on)).run?.state, `killed after call ${call}`).toBe('finished');
      expect(await texts(), `killed after call ${call}`).toEqual(requested);
    }
  });

  it('is taken over by the next request after ten minutes, but not earlier', async () => {
    await stored();
    const clock = { now: Date.parse('2026-03-01T12:00:00.000Z') };
    const on = deps({ workFor: 0, now: () => new Date(clock.now) });
    const execution = await begin('run', on);
    await beginMigration({ name, execution }, on);
    await walkSegment({ name, execution, segment: 0 }, on);
    clock.now += 600_000 - 1;
    expect(await begin('run', on)).toBe(execution);
    expect((await state(on)).isIdle).toBe(false);
    clock.now += 1;
    expect((await state(on)).isIdle).toBe(true);
    const next = await begin('run', on);
    expect(next).not.toBe(execution);
    await work(name, next, on);
    expect((await state(on)).run).toMatchObject({ changed: count, state: 'finished' });
  });

  it('counts each page once if two processes work at the same time', async () => {
    await stored();
    const on = deps({ workFor: 0 });
    const execution = await begin('run', on);
    await Promise.all([work(name, execution, on), work(name, execution, on)]);
    const { run } = await state(on);
    expect(run?.state).toBe('finished');
    expect(run?.scanned).toBe(count + 1);
    expect(await texts()).toEqual(requested);
  });
});

describe('a run started by another release', () => {
  it('fails if its code has changed, and the new code needs its own dry run', async () => {
    await stored();
    const on = deps({ workFor: 0 });
    const execution = await begin('run', on);
    await beginMigration({ name, execution }, on);
    await walkSegment({ name, execution, segment: 0 }, on);
    const newer = deps({}, { ...lists, ...looking(2) });
    expect((await walkSegment({ name, execution, segment: 1 }, newer)).outcome).toBe('stop');
    expect((await state(newer)).run).toMatchObject({
      state: 'failed',
      failure: 'another_release',
      changed: 24,
    });
    const refused = await command('run', newer, { withoutDryRun: false }).catch((error) => error);
    expect(refused).toMatchObject({ extras: { code: 'migration.no_dry_run' } });
    await work(name, await begin('plan', newer), newer);
    expect((await state(newer)).dryRun).toMatchObject({ code: 2, needed: count - 24 });
    await work(name, await begin('run', newer, { withoutDryRun: false }), newer);
    expect(await texts()).toEqual(requested);
  });

  it('fails with the reason if the migration is unknown', async () => {
    const on = deps();
    const execution = await begin('run', on);
    const none = migratingDeps(table, { migrations: [] });
    expect(await beginMigration({ name, execution }, none)).toEqual({ segments: [], laps: 0 });
    expect((await state(on)).run).toMatchObject({ state: 'failed', failure: 'another_release' });
  });
});

it('a migration continues in another execution if one has too few calls', async () => {
  await stored();
  const on = deps({ workFor: 0 });
  const execution = await begin('run', on);
  await beginMigration({ name, execution }, on);
  await walkSegment({ name, execution, segment: 0 }, on);
  await endMigration({ name, execution }, on);
  const { run } = await state(on);
  expect(run).toMatchObject({ state: 'running', changed: 24 });
  expect(run?.execution).not.toBe(execution);
  await failMigration({ name, execution }, 'late', on);
  await work(name, run?.execution ?? '', on);
  expect((await state(on)).run).toMatchObject({ state: 'finished', changed: count });
});
