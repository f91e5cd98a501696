import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { readPart } from '../../shared/kernel/db/page.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { oneList, shardingMark } from '../../shared/registry/db/registry-changes.ts';
import { migrations } from '../../shared/service/usecases/migrations.ts';
import { goldenItems, goldenWorld } from '../golden/golden-world.ts';
import { operatorOf } from '../support/admin.ts';
import type { World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await goldenWorld({ without: ['event'] });
});
afterAll(() => world.stop());

const path = '/migrations';
const all = async () => (await operatorOf(world).data('GET', path)) as unknown as Shown[];
const command = (body: object) => {
  world.clock.now += 1_000;
  return world.admin('POST', path, body);
};
interface Shown {
  readonly name: string;
  readonly state: string | null;
  readonly run: Record<string, unknown> | null;
}
const shown = async (name: string) => {
  const found = (await all()).find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no migration ${name}`);
  return found;
};

const name = 'registry-lists';
/** The number of items that it finds in data of version 1.0.0. */
const expected = goldenItems('registryRow').length;

describe('the migrations of this release', () => {
  it('are listed without a state before the first run', async () => {
    expect((await all()).map((each) => [each.name, each.state, each.run])).toEqual(
      migrations.map((each) => [each.name, null, null]),
    );
    const one = (await operatorOf(world).data('GET', `${path}?name=${name}`)) as unknown as Shown[];
    expect(one.map((each) => each.name)).toEqual([name]);
  });

  it('are planned and run by the workflow, while the service writes', async () => {
    expect(await command({ name, command: 'run' })).toMatchObject({
      status: 409,
      body: { code: 'migration.no_dry_run' },
    });
    expect((await command({ name, command: 'plan', rate: 10_000 })).body).toMatchObject({
      data: { name, state: 'planned', idle: false },
    });
    await world.settle();
    expect(await shown(name)).toMatchObject({
      state: 'finished',
      run: { dry: true, needed: expected, changed: 0, failure: null },
      dryRun: { needed: expected },
    });
    await command({ name, command: 'run', rate: 10_000 });
    await Promise.all([world.settle(), operatorOf(world).aPerson()]);
    expect(await shown(name)).toMatchObject({
      state: 'finished',
      run: { dry: false, needed: expected, changed: expected, retried: 0 },
    });
  });

  it('are recorded in the audit trail, with the request and the result', async () => {
    const { body } = await world.admin('GET', `/audit?subjectId=${name}`);
    const { data: trail } = body as { data: { action: string; outcome: string }[] };
    const told = trail.map(({ action, outcome }) => `${action} ${outcome}`);
    expect(told.toSorted()).toEqual([
      'migration.finished success',
      'migration.finished success',
      'migration.planned success',
      'migration.requested success',
    ]);
  });

  it('leave registry rows where releases with and without the setting find them', async () => {
    const { items: all } = await readPart(world.table, oneList, {});
    const items = all.filter(({ gsi1sk }) => gsi1sk !== shardingMark);
    expect(items).toHaveLength(all.length - goldenItems('registrySharding').length);
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      goldenItems('registryRow')
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const row of items) {
      expect(row['gsi2pk']).toMatch(/^REGISTRY#[01]$/);
      expect(row['gsi2sk']).toBe(row['gsi1sk']);
    }
  });
});

describe('a migration command', () => {
  it('is refused if the migration, the run or the command does not exist', async () => {
    expect(await command({ name: 'nothing', command: 'run' })).toMatchObject({ status: 404 });
    expect(await command({ name, command: 'pause' })).toMatchObject({
      status: 409,
      body: { code: 'migration.not_under_way' },
    });
    expect(await command({ name, command: 'stop' })).toMatchObject({ status: 400 });
    expect(await command({ name, command: 'run', rate: 9 })).toMatchObject({
      status: 400,
    });
  });

  it('pauses a run before it has begun, and the workflow then leaves it alone', async () => {
    const run = { name, command: 'run', rate: 10_000, withoutDryRun: true };
    await command(run);
    expect(await command({ name, command: 'plan' })).toMatchObject({
      status: 409,
      body: { code: 'migration.under_way' },
    });
    expect(await command({ name, command: 'pause' })).toMatchObject({ status: 200 });
    await world.settle();
    expect(await shown(name)).toMatchObject({ state: 'paused', run: { startedAt: null } });
    await command(run);
    await world.settle();
    expect(await shown(name)).toMatchObject({ state: 'finished' });
  });

  it('continues a run that failed because the workflow gave up', async () => {
    const run = { name, command: 'run', withoutDryRun: true };
    await command(run);
    const broken = migrations.map((each) => ({
      ...each,
      look: async () => {
        throw new Error('broken');
      },
    }));
    const mended = world.deps.migrations;
    Object.assign(world.deps, { migrations: broken });
    await world.settle();
    expect(await shown(name)).toMatchObject({ state: 'failed', run: { failure: 'Error' } });
    Object.assign(world.deps, { migrations: mended });
    await command(run);
    await world.settle();
    expect(await shown(name)).toMatchObject({ state: 'finished', run: { failure: null } });
    const stored = await getItem(world.table, keys.migrationRun(name));
    expect(stored).toMatchObject({ state: 'finished' });
  });
});
