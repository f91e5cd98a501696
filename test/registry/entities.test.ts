import { beforeAll, describe, expect, it } from 'vitest';
import { dissolutionWrites } from '../../shared/certificates/usecases/cancel-certificate.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { findResident } from '../../shared/people/db/residents.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { lookUpName } from '../../shared/registry/db/names.ts';
import {
  registryChanges,
  type StoredRegistryRow,
} from '../../shared/registry/db/registry-changes.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import { readEntity } from '../../shared/registry/usecases/read-entities.ts';
import { releaseName, reserveName } from '../../shared/registry/usecases/reserved-names.ts';
import { reviseEntity } from '../../shared/registry/usecases/revise-entity.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { outcomes } from '../support/outcomes.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;

beforeAll(async () => {
  table = await freshTable();
  deps = depsOn(table);
});

let names = 0;
const newName = () => {
  names += 1;
  return `Entity ${names}`;
};

const anImport = (name: string, more: object = {}, using = deps) =>
  importEntity({ optionId: 'llc', name, extension: 'LLC', ...more }, operator, using);

const rename = (id: string, name: string) =>
  reviseEntity(id, { name }, operator, deps, dissolutionWrites);

/** A minimal person item, enough to be a representative. */
async function aPerson(): Promise<string> {
  const id = deps.newId();
  await transact(table, { person: create(keys.person(id)) });
  return id;
}

async function isTaken(name: string, optionId = 'llc'): Promise<boolean> {
  return (await lookUpName(table, optionId, name)).taken;
}

async function registryRows(id: string): Promise<readonly StoredRegistryRow[]> {
  const rows: StoredRegistryRow[] = [];
  for await (const { rows: batch } of registryChanges(table, '')) {
    rows.push(...batch.filter((row) => row.id === id));
  }
  return rows;
}

/** Runs `hook` after the next write is prepared and before it is sent. */
const beforeNextWrite = (hook: () => Promise<unknown>) =>
  table.proxy.beforeNext((_, operation) => operation === 'TransactWriteItems', hook);

describe('a name with and without an invisible character', () => {
  it('is the same name: only one of three simultaneous imports gets it', async () => {
    const race = await outcomes([
      anImport('Zenith'),
      anImport('Zen\u200bith'),
      anImport('ZENITH\ufe0f'),
    ]);
    expect(race).toEqual({
      kept: 1,
      refused: ['409 entity.name_taken', '409 entity.name_taken'],
    });
  });

  it('is reserved in every spelling until it is released', async () => {
    const { id } = await reserveName({ name: 'Central Bank' }, operator, deps);
    expect(await lookUpName(table, 'llc', 'Central\u200b \u2060Bank')).toEqual({
      taken: false,
      reserved: true,
    });
    await releaseName(id, operator, deps);
    expect((await lookUpName(table, 'llc', 'central bank')).reserved).toBe(false);
  });
});

describe('importing an entity', () => {
  it('stores the entity, name, number, registry row and audit entry in one transaction', async () => {
    const name = newName();
    const before = table.proxy.calls.count();
    const { entity } = await anImport(name);
    expect(table.proxy.calls.count() - before).toBe(1);
    expect((await readEntity(table, entity.id)).entity).toEqual(entity);
    expect(await isTaken(name)).toBe(true);
    expect(await findResident(table, entity.residentPermitNumber)).toEqual({
      resident: 'legal_entity',
      ownerId: entity.id,
      periods: [{ effectiveDate: noon, terminationDate: null }],
    });
    expect(await registryRows(entity.id)).toEqual([
      {
        id: entity.id,
        name,
        extension: 'LLC',
        residentPermitNumber: entity.residentPermitNumber,
        version: 1,
      },
    ]);
    const { items } = await readAudit(table, { subjectId: entity.id }, { limit: 10 });
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: noon,
        actor: operator,
        action: 'legal_entity.imported',
        subject: { type: 'legal_entity', id: entity.id },
        outcome: 'success',
        details: { optionId: 'llc', representatives: [] },
      },
    ]);
  });

  it('succeeds for only one of two simultaneous imports of a name, in any case', async () => {
    const name = newName();
    const race = await outcomes([anImport(name), anImport(` ${name.toUpperCase()} `)]);
    expect(race).toEqual({ kept: 1, refused: ['409 entity.name_taken'] });
  });

  it('accepts the same name for two options', async () => {
    const name = newName();
    const race = await outcomes([anImport(name), anImport(name, { optionId: 'for_profit_corp' })]);
    expect(race).toEqual({ kept: 2, refused: [] });
  });

  it('draws another permit number if the first is taken', async () => {
    const drawn = [[7], [7], [8]];
    const random = () => Uint8Array.from(drawn.shift() ?? []);
    const first = await anImport(newName(), {}, { ...deps, random });
    const second = await anImport(newName(), {}, { ...deps, random });
    expect(first.entity.residentPermitNumber).toBe('80000000000007');
    expect(second.entity.residentPermitNumber).toBe('80000000000008');
    expect((await findResident(table, '80000000000007'))?.ownerId).toBe(first.entity.id);
  });

  it('stores nothing when a representative or the referral code is unknown', async () => {
    const name = newName();
    const [ada, unknown] = [await aPerson(), deps.newId()];
    const race = await outcomes([
      anImport(name, { representatives: [ada, unknown] }),
      anImport(name, { referralCode: 'NOBODYS' }),
    ]);
    expect(race).toEqual({
      kept: 0,
      refused: ['400 request.invalid_body', '400 referral.unknown_code'],
    });
    expect(await isTaken(name)).toBe(false);
  });

  it('stores twenty representatives and a referral code in one transaction', async () => {
    await transact(table, { code: create(keys.referralCode('Ada')) });
    const representatives = await Promise.all(Array.from({ length: 20 }, aPerson));
    const { entity } = await anImport(newName(), { representatives, referralCode: ' ada ' });
    const found = await readEntity(table, entity.id);
    expect(found.representatives).toEqual(
      representatives.toSorted().map((personId) => ({ personId, since: noon })),
    );
    const referred = await getItem(table, keys.referredEntity('ADA', noon, entity.id));
    expect(referred).toMatchObject({ entityId: entity.id });
  });
});

describe('renaming an entity', () => {
  it('frees the old name, takes the new one and updates the search', async () => {
    const [from, to] = [newName(), newName()];
    const { entity } = await anImport(from);
    await rename(entity.id, to);
    expect([await isTaken(from), await isTaken(to)]).toEqual([false, true]);
    expect(await registryRows(entity.id)).toMatchObject([{ name: to, version: 2 }]);
    expect((await readEntity(table, entity.id)).entity).toEqual({
      ...entity,
      name: to,
      nameClaim: keys.entityName('llc', to).pk,
      version: 2,
    });
  });

  it('keeps the name claim when only the case changes', async () => {
    const name = newName();
    const { entity } = await anImport(name);
    await rename(entity.id, name.toUpperCase());
    expect(await isTaken(name)).toBe(true);
    expect(await registryRows(entity.id)).toMatchObject([{ name: name.toUpperCase() }]);
    expect(await outcomes([anImport(name)])).toMatchObject({ refused: ['409 entity.name_taken'] });
  });

  it('moves the name claim when the option changes', async () => {
    const name = newName();
    const { entity } = await anImport(name);
    await reviseEntity(
      entity.id,
      { optionId: 'for_profit_corp' },
      operator,
      deps,
      dissolutionWrites,
    );
    expect([await isTaken(name), await isTaken(name, 'for_profit_corp')]).toEqual([false, true]);
  });

  it('fails and changes nothing if the name is imported in the meantime', async () => {
    const [from, to] = [newName(), newName()];
    const { entity } = await anImport(from);
    beforeNextWrite(() => anImport(to));
    expect(await outcomes([rename(entity.id, to)])).toEqual({
      kept: 0,
      refused: ['409 entity.name_taken'],
    });
    expect((await readEntity(table, entity.id)).entity).toEqual(entity);
    expect(await isTaken(from)).toBe(true);
  });

  it('makes a concurrent import of the name fail if the rename is stored first', async () => {
    const [from, to] = [newName(), newName()];
    const { entity } = await anImport(from);
    beforeNextWrite(() => rename(entity.id, to));
    expect(await outcomes([anImport(to)])).toEqual({
      kept: 0,
      refused: ['409 entity.name_taken'],
    });
  });

  it('leaves one name claim if two renames of the entity overlap', async () => {
    const [from, first, second] = [newName(), newName(), newName()];
    const { entity } = await anImport(from);
    beforeNextWrite(() => rename(entity.id, second));
    await rename(entity.id, first);
    const taken = [await isTaken(from), await isTaken(first), await isTaken(second)];
    expect(taken).toEqual([false, true, false]);
    expect(await registryRows(entity.id)).toMatchObject([{ name: first, version: 3 }]);
  });

  it('leaves one name and one claim after six simultaneous renames', async () => {
    const { entity } = await anImport(newName());
    const requested = Array.from({ length: 6 }, newName);
    const race = await outcomes(requested.map((name) => rename(entity.id, name)));
    expect(race).toEqual({ kept: 6, refused: [] });
    const { name } = (await readEntity(table, entity.id)).entity;
    const taken = await Promise.all(requested.map((each) => isTaken(each)));
    expect(requested.filter((_, index) => taken[index])).toEqual([name]);
    expect(await registryRows(entity.id)).toMatchObject([{ name, version: 7 }]);
  });

  it('keeps a concurrent change to another field', async () => {
    const { entity } = await anImport(newName());
    const to = newName();
    beforeNextWrite(() =>
      reviseEntity(entity.id, { taxState: 'overdue' }, operator, deps, dissolutionWrites),
    );
    await rename(entity.id, to);
    expect((await readEntity(table, entity.id)).entity).toMatchObject({
      name: to,
      taxState: 'overdue',
    });
  });
});

describe('revising an entity', () => {
  it('ends the residency on dissolution, and restores it when the dissolution is removed', async () => {
    const { entity } = await anImport(newName());
    const { residentPermitNumber } = entity;
    const periods = async () => (await findResident(table, residentPermitNumber))?.periods;
    const dissolutionDate = '2026-02-01T00:00:00.000Z';
    await reviseEntity(entity.id, { dissolutionDate }, operator, deps, dissolutionWrites);
    expect(await periods()).toEqual([{ effectiveDate: noon, terminationDate: dissolutionDate }]);
    await reviseEntity(entity.id, { dissolutionDate: null }, operator, deps, dissolutionWrites);
    expect(await periods()).toEqual([{ effectiveDate: noon, terminationDate: null }]);
  });

  it('writes nothing, not even an audit entry, if nothing changes', async () => {
    const { entity } = await anImport(newName());
    const revision = { name: entity.name, taxState: entity.taxState };
    const after = await reviseEntity(entity.id, revision, operator, deps, dissolutionWrites);
    expect(after.entity).toEqual(entity);
    const { items } = await readAudit(table, { subjectId: entity.id }, { limit: 10 });
    expect(items.map(({ action }) => action)).toEqual(['legal_entity.imported']);
  });
});
