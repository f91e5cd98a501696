import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startDataApi } from '../../local/postgresql/data-api.ts';
import { type LocalSql, openSql } from '../../local/postgresql/open-sql.ts';
import { type Postgresql, startPostgresql } from '../../local/postgresql/start-postgresql.ts';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { withinDeadline } from '../../shared/kernel/runtime/deadline.ts';
import { openDataApi, type Sql } from '../../shared/registry/aws/data-api.ts';
import {
  openPostgresRegistry,
  type PostgresRegistry,
} from '../../shared/registry/aws/postgres-registry.ts';
import type { RegistryRow } from '../../shared/registry/domain/registry-index.ts';
import { similarFinder } from '../../shared/registry/domain/similar-rows.ts';
import { nameTools } from '../../shared/registry/usecases/compare-names.ts';
import {
  openRegistrySearch,
  startInPostgresql,
} from '../../shared/registry/usecases/search-registry.ts';
import { fillPostgresql } from '../../shared/registry/usecases/write-snapshot.ts';
import { depsOn, noon } from '../support/core-deps.ts';
import { answersAsPlain, registryRows, registrySteps } from '../support/plain-search.ts';
import { registryIndexContract, registryRow } from '../support/registry-index-contract.ts';
import { seed } from '../support/seed.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let engine: Postgresql | undefined;
let database: LocalSql | undefined;
let api: Awaited<ReturnType<typeof startDataApi>>;

beforeAll(async () => {
  engine = startPostgresql();
  if (engine === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  database = openSql(engine.host, 'postgres');
  api = await startDataApi(() => socket);
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_RDS_DATA: api.endpoint,
  });
  await openPostgresRegistry(socket).prepare();
});
afterAll(async () => {
  await api?.stop();
  await database?.close();
  engine?.stop();
});

const socket: Sql = (statement, parameters) => {
  if (database === undefined) throw new Error('PostgreSQL has not started');
  return database.sql(statement, parameters);
};
const dataApi = openDataApi({
  cluster: 'arn:aws:rds:eu-west-1:000000000000:cluster:test',
  secret: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:test',
  database: 'registry',
  maxAttempts: 3,
  requestHandler: timeLimits({ attempts: 1, requestTimeout: 60_000 }).requestHandler,
});

/** Empties the registry and opens it. */
async function emptied(sql: Sql): Promise<PostgresRegistry> {
  await socket('TRUNCATE registry, registry_notes');
  return openPostgresRegistry(sql);
}

const now = Date.parse(noon);

describe.each<[string, Sql]>([
  ['through its socket', socket],
  ['through the Data API', dataApi],
])('the registry in PostgreSQL, %s', (_, sql) => {
  registryIndexContract(async () => {
    const registry = await emptied(sql);
    return {
      put: (rows) => registry.put(rows, { now }),
      search: (query) => registry.search(query, 1000),
    };
  });

  it('finds similar names unless they share too few letters with the given name', async () => {
    const registry = await emptied(sql);
    const names = [
      'Acme Marine',
      'Acne Marine',
      'Асme Marine',
      'Marine Acme Group',
      'Zenith',
      'Akmi Mareen',
    ];
    await registry.put(
      names.map((name, number) => registryRow(number + 1, { name })),
      { now },
    );
    const { held } = await startInPostgresql(registry, () => new Date(now));
    const found = await held.similar(similarFinder('Acme Marine', nameTools));
    expect(found.map(({ row, reasons }) => `${row.name}: ${reasons.join(' ')}`).toSorted()).toEqual(
      [
        'Acme Marine: same_name',
        'Acne Marine: similar_spelling',
        'Marine Acme Group: same_words',
        'Асme Marine: looks_alike',
      ],
    );
  });

  it('gives the results of a plain filter and sort while rows are added and changed', async () => {
    await fc.assert(
      fc.asyncProperty(registryRows, registrySteps(16), async (first, steps) => {
        const registry = await emptied(sql);
        const apply = (rows: readonly RegistryRow[]) => registry.put(rows, { now });
        await apply(first);
        await answersAsPlain({ ...registry, apply }, first, steps);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the registry in PostgreSQL', () => {
  it('stores and sorts names that do not fit a PostgreSQL text value or index entry', async () => {
    const registry = await emptied(dataApi);
    // Two names have more letters than an index entry has bytes, and differ only at the end.
    const long = (end: string) => `${'ﷺ'.repeat(100)}${end}`;
    const names = ['b\u0000', 'b\u0001', 'b\u0002', 'b\ud800', 'b😀', 'b\ue000', 'bﬀ', 'b\udfff'];
    const rows = [...names, long('b2'), long('b1')].map((name, number) =>
      registryRow(number, { name, residentPermitNumber: `${number}\u0000` }),
    );
    await registry.put(rows, { now });
    const found = (await registry.search('b', 1000)).results.map(({ name }) => name);
    expect(found).toEqual([
      ...['b\u0000', 'b\u0001', 'b\u0002', 'bﬀ', 'b\ud800', 'b😀', 'b\udfff', 'b\ue000'],
      ...[long('b1'), long('b2')],
    ]);
    expect((await registry.search('\u0002', 9)).results.map(({ name }) => name)).toEqual([
      'b\u0002',
    ]);
    expect((await registry.search('7\u0000', 9)).results).toEqual([rows[7]]);
  });

  it('has the same content no matter in which order simultaneous writes arrive', async () => {
    const registry = await emptied(dataApi);
    const rows = Array.from({ length: 700 }, (_, n) => registryRow(n, { name: `Acme ${n}` }));
    const renamed = rows.map((row) => ({ ...row, name: `Beta ${row.name}`, version: 2 }));
    await Promise.all(
      [rows, renamed.toReversed(), rows.toReversed(), renamed].map((some) =>
        registry.put(some, { now }),
      ),
    );
    expect(await registry.count()).toBe(700);
    expect((await registry.search('beta acme', 1000)).results).toHaveLength(700);
  });

  it('can be prepared by several instances at the same time', async () => {
    await socket('DROP TABLE registry, registry_notes');
    const registry = openPostgresRegistry(dataApi);
    await Promise.all(Array.from({ length: 6 }, () => registry.prepare()));
    expect(await registry.count()).toBe(0);
  });
});

describe('a call to the Data API', () => {
  it.each([
    [500, 'InternalServerErrorException'],
    [503, 'ServiceUnavailableError'],
    [429, 'ThrottlingException'],
    [400, 'DatabaseResumingException'],
  ])('is retried after %i %s', async (status, kind) => {
    api.failNext(status, kind);
    expect(await dataApi("SELECT 'there'")).toEqual(['there']);
  });

  it('is not retried after a refusal, and the error contains nothing that was sent', async () => {
    api.failNext(403, 'AccessDeniedException');
    await expect(dataApi("SELECT 'secret'")).rejects.toThrow(
      /^the database answered 403 AccessDeniedException$/,
    );
    await expect(dataApi('SELECT :word FROM nothing', { word: 'secret' })).rejects.toThrow(
      /^the database answered 400 DatabaseErrorException$/,
    );
  });
});

describe('a search in PostgreSQL', () => {
  const minute = 60_000;
  const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
  let table: TestTable;
  let deps: ReturnType<typeof depsOn> & { registry: PostgresRegistry };
  beforeEach(async () => {
    table = await freshTable();
    deps = { ...depsOn(table), registry: await emptied(dataApi) };
  });

  /** Stores a registry row in the table, changed the given number of milliseconds after noon. */
  const stored = (number: number, name: string, { changed = 0, version = 1, filler = '' } = {}) => {
    const row = registryRow(number, { name, version });
    const item = { gsi1pk: 'REGISTRY', gsi1sk: `${at(changed)}#${row.id}`, filler, ...row };
    return seed(table, [{ pk: `ENTITY#${row.id}`, sk: 'REGISTRY', ...item }]);
  };
  const open = () =>
    openRegistrySearch({ ...deps, begin: () => startInPostgresql(deps.registry, deps.now) });
  const namesOf = async (search: ReturnType<typeof open>, query: string) =>
    (await search.search(query)).results.map(({ name }) => name);
  const fill = (rebuild: boolean) => fillPostgresql(deps, { rebuild });

  it('finds every row and every change immediately, also from another instance', async () => {
    await stored(1, 'Acme One');
    const [one, other] = [open(), open()];
    expect(await namesOf(one, 'acme')).toEqual(['Acme One']);
    deps.clock.now = at(minute);
    await stored(1, 'Acme Renamed', { changed: minute, version: 2 });
    await stored(2, 'Acme Two', { changed: minute });
    expect(await namesOf(one, 'acme')).toEqual(['Acme Renamed', 'Acme Two']);
    expect(await namesOf(other, 'acme')).toEqual(['Acme Renamed', 'Acme Two']);
  });

  it('finds rows that reached the index late by looking an hour back every ten minutes', async () => {
    const search = open();
    expect(await namesOf(search, 'acme')).toEqual([]);
    await stored(1, 'Acme Late', { changed: -30 * minute });
    deps.clock.now = at(9 * minute);
    expect(await namesOf(search, 'acme')).toEqual([]);
    deps.clock.now = at(10 * minute);
    expect(await namesOf(search, 'acme')).toEqual(['Acme Late']);
  });

  it('reads only changes since an hour before the last scheduled fill', async () => {
    await stored(1, 'Acme Old');
    deps.clock.now = at(180 * minute);
    expect(await fill(false)).toEqual({ names: 1 });
    expect(deps.log.measures.map((line) => Reflect.get(line, 'RegistryNames'))).toEqual([1]);
    await stored(2, 'Acme Late', { changed: 125 * minute });
    table.proxy.calls.reset();
    expect(await namesOf(open(), 'acme')).toEqual(['Acme Late', 'Acme Old']);
    expect(table.proxy.calls.scanned()).toBe(1);
    await stored(3, 'Acme Later', { changed: 130 * minute });
    expect(await fill(false)).toEqual({ names: 3 });
  });

  it('is rebuilt to the contents of a restored table, without other rows or newer versions', async () => {
    await stored(1, 'Acme Restored');
    await deps.registry.put(
      [
        registryRow(1, { name: 'Acme Newer', version: 7 }),
        registryRow(2, { name: 'Acme Gone', version: 1 }),
      ],
      { now: now - 10 * minute },
    );
    // A search that has read this row from the table puts it while the rebuild runs.
    await deps.registry.put([registryRow(3, { name: 'Acme Fresh' })], { now: now + 1 });
    expect(await fill(true)).toEqual({ names: 2 });
    const { results } = await deps.registry.search('acme', 9);
    expect(results.map(({ name, version }) => [name, version])).toEqual([
      ['Acme Fresh', 1],
      ['Acme Restored', 1],
    ]);
  });

  it('resumes a rebuild that ran out of time, and removes nothing before it completes', async () => {
    for (let n = 0; n < 9; n += 1) await stored(n, `Acme ${n}`, { filler: 'x'.repeat(300_000) });
    await deps.registry.put([registryRow(99, { name: 'Acme Gone' })], { now: now - 10 * minute });
    let pages = 0;
    const match = (body: Readonly<Record<string, unknown>>) => {
      if (body['IndexName'] === 'gsi1') pages += 1;
      return pages === 3;
    };
    table.proxy.failNext({ operation: 'Query', kind: 'hang', match });
    await expect(withinDeadline(3_000, () => fill(true))).rejects.toThrow();
    table.proxy.disarm();
    expect((await deps.registry.search('gone', 9)).results).toHaveLength(1);
    table.proxy.calls.reset();
    expect(await fill(false)).toEqual({ names: 9 });
    // Two pages of about three rows each were read before the interruption.
    expect(table.proxy.calls.scanned()).toBeLessThan(6);
    expect((await deps.registry.search('gone', 9)).results).toEqual([]);
  });
});
