import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { readPart } from '../../shared/kernel/db/page.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { oneList } from '../../shared/registry/db/registry-lists.ts';
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

/** The last residency of each person, where it has an end; and each entity. */
const ends = [
  ...goldenItems('person').filter(({ residency }) => Object(residency).terminationDate),
  ...goldenItems('entity'),
];

/** What each finds in what version 0.1.0 stored. */
const counts: Readonly<Record<string, number>> = {
  'former-reviews': goldenItems('review').length,
  'decided-reviews': 0,
  'review-queue': goldenItems('review').length,
  'former-passes': goldenItems('visitorPass').length,
  'gathered-acts': 0,
  // Before the other: an entity that is on both of the registry's lists counts twice in a dry run.
  'residency-ends': ends.length,
  'registry-lists': goldenItems('registryRow').length,
  'operator-lists':
    [
      'entity',
      'application',
      'amendment',
      'certificateRequest',
      'residencyApplication',
      'invoice',
      'integration',
      'oauthClient',
      'email',
      'entityName',
    ].flatMap(goldenItems).length +
    // Whoever has no name can't be found by it.
    goldenItems('person').filter(({ givenName, surname }) => givenName !== null || surname !== null)
      .length,
};

describe('the migrations of this release', () => {
  it('are listed, and nothing is known of them', async () => {
    expect((await all()).map(({ name, state, run }) => [name, state, run])).toEqual(
      migrations.map(({ name }) => [name, null, null]),
    );
    const one = (await operatorOf(world).data(
      'GET',
      `${path}?name=former-audit`,
    )) as unknown as Shown[];
    expect(one.map(({ name }) => name)).toEqual(['former-audit']);
  });

  it.each(Object.entries(counts))(
    '%s is planned, then run, by the workflow’s own file, on what version 0.1.0 stored',
    async (name, wanted) => {
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
        run: { dry: true, wanted, changed: 0, failure: null },
        dryRun: { wanted },
      });
      await command({ name, command: 'run', rate: 10_000 });
      await world.settle();
      expect(await shown(name)).toMatchObject({
        state: 'finished',
        run: { dry: false, wanted, changed: wanted, again: 0 },
      });
    },
  );

  it('former-audit is the same, while the service writes', async () => {
    const name = 'former-audit';
    await command({ name, command: 'run', rate: 10_000, withoutDryRun: true });
    const [, person] = await Promise.all([world.settle(), operatorOf(world).aPerson()]);
    expect(await shown(name)).toMatchObject({ state: 'finished', run: { again: 0 } });
    const { changed } = (await shown(name)).run ?? {};
    expect(changed).toBe(goldenItems('audit').length);
    const trail = await operatorOf(world).data('GET', `/audit?subjectId=${person.id}`);
    expect(trail).toHaveLength(1);
  });

  it('are in the trail: who asked, and what came of it', async () => {
    const { body } = await world.admin('GET', '/audit?subjectId=former-reviews');
    const { data: trail } = body as { data: { action: string; outcome: string }[] };
    const told = trail.map(({ action, outcome }) => `${action} ${outcome}`);
    expect(told.toSorted()).toEqual([
      'migration.finished success',
      'migration.finished success',
      'migration.planned success',
      'migration.requested success',
    ]);
  });

  it('leave the registry’s rows where the former release and this one find them', async () => {
    const { items } = await readPart(world.table, oneList, {});
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

describe('what operators say', () => {
  it('is refused where there is nothing of it', async () => {
    expect(await command({ name: 'nothing', command: 'run' })).toMatchObject({ status: 404 });
    expect(await command({ name: 'former-audit', command: 'pause' })).toMatchObject({
      status: 409,
      body: { code: 'migration.not_under_way' },
    });
    expect(await command({ name: 'former-audit', command: 'stop' })).toMatchObject({ status: 400 });
    expect(await command({ name: 'former-audit', command: 'run', rate: 9 })).toMatchObject({
      status: 400,
    });
  });

  it('pauses one before it has begun, and its workflow then leaves it alone', async () => {
    const name = 'former-audit';
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

  it('is failed and told by the workflow that gives up, and goes on with the next request', async () => {
    const name = 'former-passes';
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
