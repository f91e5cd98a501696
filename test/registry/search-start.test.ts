import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { openDocumentStore } from '../../shared/documents/aws/document-store.ts';
import { updateItem } from '../../shared/kernel/db/update.ts';
import { withinDeadline } from '../../shared/kernel/runtime/deadline.ts';
import {
  openSnapshotReader,
  type ReadSnapshot,
  type SnapshotReader,
  snapshotKey,
  writeSnapshotFile,
} from '../../shared/registry/aws/snapshots.ts';
import {
  registryChanges,
  registryPlace,
  registrySharding,
  shardedKeys,
} from '../../shared/registry/db/registry-changes.ts';
import { packRegistry } from '../../shared/registry/domain/pack-registry.ts';
import { nameTools } from '../../shared/registry/usecases/compare-names.ts';
import {
  openRegistrySearch,
  startInMemory,
} from '../../shared/registry/usecases/search-registry.ts';
import { writeSnapshot } from '../../shared/registry/usecases/write-snapshot.ts';
import { depsOn, noon } from '../support/core-deps.ts';
import { registryRow } from '../support/registry-index-contract.ts';
import { seed } from '../support/seed.ts';
import { freshTable, type TestTable } from '../support/table.ts';

const bucket = 'registry-documents';
let s3: Awaited<ReturnType<typeof startS3>>;
let table: TestTable;
let deps: ReturnType<typeof depsOn> & { documents: ReturnType<typeof openDocumentStore> };

beforeAll(async () => {
  s3 = await startS3();
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  });
});
afterAll(() => s3.stop());
beforeEach(async () => {
  table = await freshTable();
  // A bucket for each table.
  deps = { ...depsOn(table), documents: openDocumentStore(`${bucket}-${table.name}`) };
});

const minute = 60_000;
const at = (milliseconds: number) => new Date(Date.parse(noon) + milliseconds).toISOString();

/** Stores registry rows in the table, changed the given number of milliseconds after noon. */
async function stored(
  names: Readonly<Record<number, string>>,
  { changed = 0, version = 1, filler = '', sharded = false } = {},
) {
  // Every writer calls this first. Each call here stands for a new process.
  await registrySharding({ table: { ...table }, shardRegistry: sharded });
  await seed(
    table,
    Object.entries(names).map(([number, name]) => {
      const row = registryRow(Number(number), { name, version });
      return {
        pk: `ENTITY#${row.id}`,
        sk: 'REGISTRY',
        ...registryPlace(row.id, at(changed), sharded),
        filler,
        ...row,
      };
    }),
  );
}

const realSnapshot = () => openSnapshotReader(`${bucket}-${table.name}`);
const open = (snapshot: SnapshotReader = realSnapshot()) =>
  openRegistrySearch({
    ...deps,
    table: { ...table },
    begin: () => startInMemory(snapshot, deps.log),
  });
const namesOf = async (registry: ReturnType<typeof open>, query: string) =>
  (await registry.search(query)).results.map(({ name }) => name);
const ofOneList = (body: Readonly<Record<string, unknown>>) => body['IndexName'] === 'gsi1';
const queries = () => table.proxy.calls.count('Query');

describe('a search instance that starts', () => {
  it('reads the snapshot in one GET and what changed since with one query', async () => {
    await stored({ 1: 'Acme One', 2: 'Acme Two' });
    deps.clock.now = at(2 * 60 * minute);
    expect(await writeSnapshot(deps)).toEqual({ names: 2, bytes: expect.any(Number) });
    await stored({ 2: 'Acme Renamed' }, { changed: 3 * 60 * minute, version: 2 });
    await stored({ 3: 'Acme Three' }, { changed: 3 * 60 * minute });
    deps.clock.now = at(4 * 60 * minute);
    table.proxy.calls.reset();
    const registry = open();
    expect(await namesOf(registry, 'acme')).toEqual(['Acme One', 'Acme Renamed', 'Acme Three']);
    expect([queries(), table.proxy.calls.scanned()]).toEqual([1, 2]);
    expect(deps.log.lines).toEqual([]);
  });

  it('finds a row that reached the index after the snapshot although it changed before', async () => {
    deps.clock.now = at(60 * minute);
    await writeSnapshot(deps);
    await stored({ 1: 'Acme Late' }, { changed: 10 * minute });
    expect(await namesOf(open(), 'acme')).toEqual(['Acme Late']);
  });

  const whole = (): ReadSnapshot => ({
    state: 'whole',
    snapshot: {
      ...packRegistry([registryRow(9, { name: 'Acme Packed' })], nameTools),
      until: noon,
    },
  });
  it.each<[string, SnapshotReader, string[], object[]]>([
    ['whole', async () => whole(), ['Acme', 'Acme Packed'], []],
    [
      'missing',
      async () => ({ state: 'none' }),
      ['Acme'],
      [{ level: 'info', message: 'no snapshot of the registry' }],
    ],
    ...(['damaged', 'ofAnotherVersion'] as const).map(
      (state): [string, SnapshotReader, string[], object[]] => [
        state,
        async () => ({ state }),
        ['Acme'],
        [
          {
            level: 'error',
            message: 'the snapshot of the registry is unusable',
            fields: { state },
          },
        ],
      ],
    ),
    [
      'unreadable',
      async () => {
        throw new Error('S3 answered 500');
      },
      ['Acme'],
      [{ level: 'error', message: 'the snapshot of the registry could not be read' }],
    ],
  ])(
    'reads the whole table unless the snapshot is whole: snapshot %s',
    async (_, snapshot, found, lines) => {
      await stored({ 1: 'Acme' });
      expect(await namesOf(open(snapshot), 'acme')).toEqual(found);
      expect(deps.log.lines).toMatchObject(lines);
    },
  );

  it('reads the whole table if the bucket or object is missing or is not a snapshot', async () => {
    await stored({ 1: 'Acme' });
    expect(await namesOf(open(), 'acme')).toEqual(['Acme']);
    const text = { key: snapshotKey, contentType: 'text/plain' };
    await deps.documents.put({ ...text, content: Buffer.from('something else entirely') });
    expect(await namesOf(open(), 'acme')).toEqual(['Acme']);
    expect(deps.log.lines.map(({ fields }) => fields)).toEqual([{}, { state: 'damaged' }]);
  });

  it('resumes with the next call where one ran out of time', async () => {
    // About three rows a page.
    const names = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [n, `Acme ${n}`]));
    await stored(names, { filler: 'x'.repeat(300_000) });
    const registry = open(async () => ({ state: 'none' }));
    table.proxy.calls.reset();
    const pages: unknown[] = [];
    const isLater = (body: Readonly<Record<string, unknown>>) => {
      // This index has the single list of rows.
      if (body['IndexName'] !== 'gsi1') return false;
      pages.push(body['ExclusiveStartKey']);
      return pages.length === 3;
    };
    table.proxy.failNext({ operation: 'Query', kind: 'hang', match: isLater });
    await expect(withinDeadline(5_000, () => registry.search('acme'))).rejects.toThrow(
      'the time for this work is over',
    );
    table.proxy.disarm();
    expect((await registry.search('acme')).results).toHaveLength(12);
    // Four pages and one query that hung: no page was read twice.
    expect(queries()).toBe(5);
  });

  it('is shared by parallel calls, and continues if one of them runs out of time', async () => {
    await stored({ 1: 'Acme' });
    let asked = 0;
    const registry = open(async () => {
      asked += 1;
      return { state: 'none' };
    });
    table.proxy.failNext({ operation: 'Query', kind: 'hang', match: ofOneList });
    const [first, second] = await Promise.allSettled([
      withinDeadline(300, () => registry.search('acme')),
      withinDeadline(60_000, () => namesOf(registry, 'acme')),
    ]);
    expect(first.status).toBe('rejected');
    expect(second).toEqual({ status: 'fulfilled', value: ['Acme'] });
    expect(asked).toBe(1);
  });
});

describe('the sharded registry lists', () => {
  const sharded = { sharded: true };

  it('are read only after a row was written to them', async () => {
    await stored({ 1: 'Acme One' });
    const registry = open(async () => ({ state: 'none' }));
    table.proxy.calls.reset();
    expect(await namesOf(registry, 'acme')).toEqual(['Acme One']);
    expect(await namesOf(registry, 'acme')).toEqual(['Acme One']);
    expect(queries()).toBe(2);
    await stored({ 2: 'Acme Two' }, { ...sharded, changed: 1 });
    const newer = open(async () => ({ state: 'none' }));
    for (const search of [registry, newer]) {
      expect(await namesOf(search, 'acme')).toEqual(['Acme One', 'Acme Two']);
    }
    // First the single list shows that shards exist, then they are read. Later searches read all in parallel.
    expect(queries()).toBe(2 + 3 + 3);
    await namesOf(registry, 'acme');
    expect(queries()).toBe(8 + 3);
  });

  it('are recorded before their first row, once for each writing process', async () => {
    table.proxy.calls.reset();
    await registrySharding({ table, shardRegistry: false });
    expect(table.proxy.calls.count()).toBe(0);
    const process = { table: { ...table }, shardRegistry: true };
    expect([await registrySharding(process), await registrySharding(process)]).toEqual([
      true,
      true,
    ]);
    expect(table.proxy.calls.count()).toBe(1);
    table.proxy.beforeNext(
      (_, operation) => operation === 'UpdateItem',
      () => Promise.reject(new Error('not carried out')),
    );
    const other = { table: { ...table }, shardRegistry: true };
    await expect(registrySharding(other)).rejects.toThrow();
    expect(await registrySharding(other)).toBe(true);
  });

  it('are read by another process from the end of the single list, where the first stopped', async () => {
    await stored({ 1: 'Acme One' });
    await stored({ 2: 'Acme Two' }, sharded);
    const places = [];
    for await (const { place } of registryChanges({ ...table }, '')) places.push(place);
    expect(places).toEqual([['end', 'beginning', 'beginning'], undefined]);
    const names = [];
    for await (const { rows } of registryChanges({ ...table }, '', places[0])) {
      names.push(...rows.map(({ name }) => name));
    }
    expect(names).toEqual(['Acme Two']);
  });

  it('are searched together with the single list, and rows can move both ways', async () => {
    await stored({ 1: 'Acme One', 2: 'Acme Two', 3: 'Acme Three' });
    await stored({ 4: 'Acme Four', 5: 'Acme Five', 6: 'Acme Six' }, sharded);
    await writeSnapshot(deps);
    const [fromSnapshot, fromTable] = [open(), open(async () => ({ state: 'none' }))];
    const all = ['Acme Five', 'Acme Four', 'Acme One', 'Acme Six', 'Acme Three', 'Acme Two'];
    expect(await namesOf(fromSnapshot, 'acme')).toEqual(all);
    expect(await namesOf(fromTable, 'acme')).toEqual(all);
    // A row moves in each direction, because a write puts the whole row.
    await stored({ 1: 'Acme Moved' }, { ...sharded, changed: 1_000, version: 2 });
    await stored({ 4: 'Acme Back' }, { changed: 1_000, version: 2 });
    const moved = ['Acme Back', 'Acme Five', 'Acme Moved', 'Acme Six', 'Acme Three', 'Acme Two'];
    for (const registry of [fromSnapshot, fromTable, open()])
      expect(await namesOf(registry, 'acme')).toEqual(moved);
  });

  it('find late rows as the single list does', async () => {
    deps.clock.now = at(60 * minute);
    await writeSnapshot(deps);
    await stored({ 1: 'Acme Late', 2: 'Acme Later' }, { ...sharded, changed: 10 * minute });
    const registry = open();
    expect(await namesOf(registry, 'acme')).toEqual(['Acme Late', 'Acme Later']);
    await stored({ 3: 'Acme Half An Hour' }, { ...sharded, changed: 30 * minute });
    deps.clock.now = at(69 * minute);
    expect(await namesOf(registry, 'half')).toEqual([]);
    deps.clock.now = at(70 * minute);
    expect(await namesOf(registry, 'half')).toEqual(['Acme Half An Hour']);
  });

  it('add a row to the snapshot only once if it is also on the single list', async () => {
    const [row, shardedRow] = [registryPlace('a', noon, false), registryPlace('a', noon, true)];
    expect(Object.keys({ ...row, ...shardedRow })).toHaveLength(4);
    await stored({ 1: 'Acme' });
    const { id } = registryRow(1, {});
    await updateItem(table, {
      Key: { pk: `ENTITY#${id}`, sk: 'REGISTRY' },
      UpdateExpression: 'SET gsi2pk = :list, gsi2sk = :order',
      ExpressionAttributeValues: {
        ':list': shardedKeys(id, '').gsi2pk,
        ':order': `${noon}#${id}`,
      },
    });
    await stored({ 2: 'Beta' }, sharded);
    expect(await writeSnapshot(deps)).toMatchObject({ names: 2 });
    expect(await namesOf(open(), 'acme')).toEqual(['Acme']);
  });

  it('are stored under the keys that later versions read', () => {
    const id = '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a';
    expect(registryPlace(id, noon, true)).toEqual({
      gsi2pk: 'REGISTRY#0',
      gsi2sk: `${noon}#${id}`,
    });
    expect(registryPlace(id, noon, false)).toEqual({
      gsi1pk: 'REGISTRY',
      gsi1sk: `${noon}#${id}`,
    });
  });
});

describe('a search instance that has started', () => {
  it('looks ten seconds back, and an hour back every ten minutes', async () => {
    const registry = open(async () => ({ state: 'none' }));
    await registry.search('acme');
    // Two rows reached the index late: written nine seconds and half an hour before the last read.
    await stored({ 1: 'Acme Nine Seconds' }, { changed: -9_000 });
    await stored({ 2: 'Acme Half An Hour' }, { changed: -30 * minute });
    deps.clock.now = at(10 * minute - 1);
    expect(await namesOf(registry, 'acme')).toEqual(['Acme Nine Seconds']);
    deps.clock.now = at(10 * minute);
    expect(await namesOf(registry, 'acme')).toEqual(['Acme Half An Hour', 'Acme Nine Seconds']);
    await stored({ 3: 'Acme Later' }, { changed: -30 * minute });
    deps.clock.now = at(19 * minute);
    expect(await namesOf(registry, 'acme later')).toEqual([]);
    deps.clock.now = at(20 * minute);
    expect(await namesOf(registry, 'acme later')).toEqual(['Acme Later']);
  });
});

describe('the registry snapshot', () => {
  it('contains each entity once in its newest version, and counts them', async () => {
    await stored({ 1: 'Acme', 2: 'Beta' });
    await stored({ 1: 'Acme Renamed' }, { changed: minute, version: 2 });
    await writeSnapshot(deps);
    const read = await realSnapshot()();
    if (read.state !== 'whole') throw new Error(read.state);
    expect(read.snapshot.facts.count).toBe(2);
    expect(read.snapshot.until).toBe(noon);
    expect(deps.log.measures.map((line) => Reflect.get(line, 'RegistryNames'))).toEqual([2]);
  });

  it('stays unchanged if a writer is killed before it finishes', async () => {
    await stored({ 1: 'Acme' });
    await writeSnapshot(deps);
    await stored({ 2: 'Beta' });
    table.proxy.failNext({ operation: 'Query', kind: 'hang' });
    await expect(withinDeadline(200, () => writeSnapshot(deps))).rejects.toThrow();
    const read = await realSnapshot()();
    expect(read.state === 'whole' && read.snapshot.facts.count).toBe(1);
    expect(deps.log.measures).toHaveLength(1);
  });

  it('is whole after two concurrent writers in any order, and no row is missed', async () => {
    await stored({ 1: 'Acme' });
    const early = writeSnapshotFile({
      ...packRegistry([registryRow(1, { name: 'Acme' })], nameTools),
      until: noon,
    });
    await stored({ 2: 'Acme Two' }, { changed: 30 * minute });
    deps.clock.now = at(60 * minute);
    await writeSnapshot(deps);
    // The writer that started first finishes last.
    await deps.documents.put({ key: snapshotKey, content: early, contentType: 'x/y' });
    deps.clock.now = at(300 * minute);
    expect(await namesOf(open(), 'acme')).toEqual(['Acme', 'Acme Two']);
  });
});
