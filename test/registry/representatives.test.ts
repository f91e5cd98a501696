import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { findRepresentedEntity } from '../../shared/registry/db/entities.ts';
import { importEntity } from '../../shared/registry/usecases/import-entity.ts';
import {
  addRepresentative,
  removeRepresentative,
} from '../../shared/registry/usecases/revise-entity.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { outcomes } from '../support/outcomes.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;
let path: { readonly entityId: string; readonly personId: string };

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
  const personId = deps.newId();
  await transact(table, { person: create(keys.person(personId)) });
  const command = { optionId: 'llc', name: 'Acme', extension: 'LLC' };
  const { entity } = await importEntity(command, operator, deps);
  path = { entityId: entity.id, personId };
});

const add = () => addRepresentative(path, operator, deps);
const remove = () => removeRepresentative(path, operator, deps);

async function sides(): Promise<readonly [boolean, boolean]> {
  const { entityId, personId } = path;
  const ofEntity = await findRepresentedEntity(table, entityId, personId);
  const ofPerson = await getItem(table, keys.represented(personId, entityId));
  return [ofEntity !== null, ofPerson !== undefined];
}

describe('representatives', () => {
  it('are found from both sides or from neither when additions and removals race', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const race = await outcomes([add(), remove(), add(), remove()]);
      expect(race).toEqual({ kept: 4, refused: [] });
      const [ofEntity, ofPerson] = await sides();
      expect(ofEntity).toBe(ofPerson);
    }
  });

  it('are stored if the removal comes first and the addition after it', async () => {
    await add();
    table.proxy.beforeNext((_, operation) => operation === 'TransactWriteItems', remove);
    await add();
    expect(await sides()).toEqual([true, true]);
  });

  it('keep their start date, and only real changes are recorded', async () => {
    const { entityId, personId } = path;
    const at = (hour: number) => `2026-03-01T${hour}:00:00.000Z`;
    deps.clock.now = at(13);
    await add();
    deps.clock.now = at(14);
    expect((await add()).representatives).toEqual([{ personId, since: at(13) }]);
    deps.clock.now = at(15);
    expect((await remove()).representatives).toEqual([]);
    deps.clock.now = at(16);
    expect((await remove()).representatives).toEqual([]);
    const { items } = await readAudit(table, { subjectId: entityId }, { limit: 10 });
    expect(items.map((entry) => [entry.at, entry.action, entry.details['personId']])).toEqual([
      [at(15), 'legal_entity.representative_removed', personId],
      [at(13), 'legal_entity.representative_added', personId],
      [noon, 'legal_entity.imported', undefined],
    ]);
  });

  it('are refused with 404 for an unknown person or entity, and nothing is stored', async () => {
    const unknown = deps.newId();
    const { entityId, personId } = path;
    const foreign = { entityId, personId: unknown };
    const nowhere = { entityId: unknown, personId };
    const race = await outcomes(
      [addRepresentative, removeRepresentative].flatMap((change) => [
        change(foreign, operator, deps),
        change(nowhere, operator, deps),
      ]),
    );
    expect(race).toEqual({
      kept: 0,
      refused: Array.from({ length: 4 }, () => '404 resource.not_found'),
    });
    expect(await getItem(table, keys.represented(personId, unknown))).toBeUndefined();
  });
});
