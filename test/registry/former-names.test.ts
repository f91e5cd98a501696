import { beforeEach, describe, expect, it } from 'vitest';
import { dissolutionWrites } from '../../shared/certificates/usecases/cancel-certificate.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { lookUpName } from '../../shared/registry/db/names.ts';
import { findReservedName } from '../../shared/registry/db/reserved-names.ts';
import { findNameCollisions } from '../../shared/registry/usecases/find-name-collisions.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import { readEntity } from '../../shared/registry/usecases/read-entity.ts';
import { releaseName } from '../../shared/registry/usecases/release-name.ts';
import { reserveName } from '../../shared/registry/usecases/reserve-name.ts';
import { reviseEntity } from '../../shared/registry/usecases/revise-entity.ts';
import { depsOn, operator } from '../support/core-deps.ts';
import { nameAsBefore, reserveAsBefore } from '../support/former-names.ts';
import { outcomes } from '../support/outcomes.ts';
import { freshTable, type TestTable } from '../support/table.ts';

const hidden = 'Ac\u200bme';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
});

let names = 0;

async function imported(name: string, optionId = 'llc'): Promise<string> {
  const command = { optionId, name, extension: 'LLC' };
  return (await importEntity(command, operator, deps)).entity.id;
}

/** An entity with a name that version 0.1.0 took. */
async function former(name: string, optionId = 'llc'): Promise<string> {
  names += 1;
  const id = await imported(`Former ${names}`, optionId);
  await nameAsBefore(table, id, name);
  return id;
}

const revise = (id: string, fields: object) =>
  reviseEntity(id, fields, operator, deps, dissolutionWrites);
const holderOf = async (name: string) =>
  (await getItem(table, keys.entityName('llc', name)))?.['entityId'];
const entityOf = async (id: string) => (await readEntity(table, id)).entity;

describe('an entity whose name of version 0.1.0 hides a character', () => {
  it('releases its own claim when it is renamed, and not that of the name it looked like', async () => {
    const acme = await imported('Acme');
    const id = await former(hidden);
    await revise(id, { name: 'Bolt' });
    expect(await holderOf('Acme')).toBe(acme);
    expect(await holderOf('Bolt')).toBe(id);
    expect(await entityOf(id)).toMatchObject({ nameClaim: keys.entityName('llc', 'Bolt').pk });
    await revise(acme, { name: 'Anvil' });
    expect(await holderOf('Acme')).toBeUndefined();
  });

  it('keeps its claim through every change of something else, its dissolution included', async () => {
    const acme = await imported('Acme');
    const id = await former(hidden);
    await revise(id, { taxState: 'overdue' });
    await revise(id, { dissolutionDate: '2026-02-01T00:00:00.000Z' });
    expect(await holderOf('Acme')).toBe(acme);
    await revise(id, { name: 'Bolt' });
    expect(await holderOf('Acme')).toBe(acme);
    expect(await holderOf('Bolt')).toBe(id);
  });

  it('gets the name that it looks like when that is free, and not when another entity has it', async () => {
    const first = await former(hidden);
    const second = await former('A\u00adcme');
    const race = await outcomes([
      revise(first, { name: 'Acme' }),
      revise(second, { name: 'Acme' }),
    ]);
    expect(race).toEqual({ kept: 1, refused: ['409 entity.name_taken'] });
    expect([first, second]).toContain(await holderOf('Acme'));
  });

  it('is no way to the claim of another option', async () => {
    const corporation = await imported('Acme', 'for_profit_corp');
    const id = await former(hidden);
    await revise(id, { optionId: 'for_profit_corp', name: 'Bolt' });
    expect(await lookUpName(table, 'for_profit_corp', 'Acme')).toMatchObject({ taken: true });
    const claim = await getItem(table, keys.entityName('for_profit_corp', 'Acme'));
    expect(claim?.['entityId']).toBe(corporation);
  });
});

describe('an entity of version 0.1.0 with a plain name', () => {
  it('releases the claim that it has, though it does not say which', async () => {
    const id = await former('Straße');
    expect(await holderOf('STRASSE')).toBe(id);
    await revise(id, { name: 'Bolt' });
    expect(await holderOf('STRASSE')).toBeUndefined();
  });
});

describe('the keys of today', () => {
  it('give a name to one of two who want it with and without a character that nobody sees', async () => {
    const race = await outcomes([imported('Acme'), imported(hidden), imported('ACME\ufe0f')]);
    expect(race).toEqual({
      kept: 1,
      refused: ['409 entity.name_taken', '409 entity.name_taken'],
    });
  });

  it('keep a reserved name back in every spelling that shows the same', async () => {
    const { id } = await reserveName({ name: 'Central Bank' }, operator, deps);
    expect(await lookUpName(table, 'llc', 'Central\u200b \u2060Bank')).toEqual({
      taken: false,
      reserved: true,
    });
    await releaseName(id, operator, deps);
    expect((await lookUpName(table, 'llc', 'central bank')).reserved).toBe(false);
  });
});

describe('a name that version 0.1.0 reserved', () => {
  it('is released by itself, and not the one that it looks like', async () => {
    const bank = await reserveName({ name: 'Bank' }, operator, deps);
    const former = { id: deps.newId(), name: 'B\u200bank', createdAt: '2026-01-01T00:00:00.000Z' };
    await reserveAsBefore(table, former);
    expect(await findReservedName(table, former.id)).toMatchObject(former);
    await releaseName(former.id, operator, deps);
    expect(await findReservedName(table, former.id)).toBeNull();
    expect(await findReservedName(table, bank.id)).toMatchObject({ name: 'Bank' });
    expect((await lookUpName(table, 'llc', 'bank')).reserved).toBe(true);
  });
});

describe('the names that collide', () => {
  it('are those that count as one today, and those that nobody holds', async () => {
    await imported('Bolt');
    await former('Plain');
    await imported('Асme');
    await imported('Acme', 'for_profit_corp');
    const acme = await imported('Acme');
    const zeroWidth = await former(hidden);
    const soft = await former('A\u00adcme');
    const alone = await former('Lone\u2060ly');
    const found = await findNameCollisions(table);
    const seen = found.map(({ entity, holdsName, others }) => [entity.id, holdsName, others]);
    const sorted = (ids: readonly string[]) => ids.toSorted();
    expect(new Set(seen.map(([id]) => id))).toEqual(new Set([acme, zeroWidth, soft, alone]));
    expect(Object.fromEntries(seen.map(([id, holds]) => [id, holds]))).toEqual({
      [acme]: true,
      [zeroWidth]: false,
      [soft]: false,
      [alone]: false,
    });
    const others = Object.fromEntries(
      found.map(({ entity, others: ids }) => [entity.id, sorted(ids)]),
    );
    expect(others).toEqual({
      [acme]: sorted([zeroWidth, soft]),
      [zeroWidth]: sorted([acme, soft]),
      [soft]: sorted([acme, zeroWidth]),
      [alone]: [],
    });
  });

  it('are gone when an operator has renamed them', async () => {
    await imported('Acme');
    const hiddenOne = await former(hidden);
    const alone = await former('Lone\u2060ly');
    await revise(hiddenOne, { name: 'Acme of the North' });
    await revise(alone, { name: 'Lonely' });
    expect(await findNameCollisions(table)).toEqual([]);
  });
});
