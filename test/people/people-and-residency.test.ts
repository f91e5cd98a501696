import { beforeEach, describe, expect, it } from 'vitest';
import { findPerson, readResidencies } from '../../shared/people/db/people.ts';
import { findResident, isActiveResident } from '../../shared/people/db/residents.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import {
  grantResidency,
  type ResidencyGrant,
  terminateResidency,
} from '../../shared/people/usecases/residency.ts';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { nobody, refusal } from '../support/people.ts';
import { freshTable, type TestTable } from '../support/table.ts';

let table: TestTable;
let deps: ReturnType<typeof depsOn>;
let personId: string;

beforeEach(async () => {
  table = await freshTable();
  deps = depsOn(table);
  personId = await registered('ada@example.com');
});

const registered = async (email: string) =>
  (await registerPerson({ ...nobody, email }, operator, deps)).id;

const grant = (given: Partial<ResidencyGrant> = {}, id = personId) =>
  grantResidency(
    id,
    { residencyType: 'e-Resident', effectiveDate: undefined, terminationDate: null, ...given },
    operator,
    deps,
  );

const terminate = (residencyId: string, date?: string) =>
  terminateResidency({ personId, residencyId }, date, operator, deps);

const year = (number: number) => `${number}-01-01T00:00:00.000Z`;

describe('the first residency', () => {
  it('begins now and gives the person a permit number that can be verified immediately', async () => {
    const { person, residency } = await grant();
    expect(residency).toEqual({
      id: residency.id,
      residencyType: 'e-Resident',
      effectiveDate: noon,
      terminationDate: null,
      createdAt: noon,
      replaced: { last: null, ended: [] },
    });
    expect(person.residentPermitNumber).toMatch(/^9\d{13}$/);
    expect(await findPerson(table, personId)).toEqual({ ...person, version: 2 });
    expect(await findResident(table, String(person.residentPermitNumber))).toEqual({
      resident: 'natural_person',
      ownerId: personId,
      periods: [{ effectiveDate: noon, terminationDate: null }],
    });
  });

  it('gets another permit number if the first one drawn is taken', async () => {
    const six = (last: number) => Uint8Array.of(0, 0, 0, 0, 0, last);
    const drawn = [six(7), six(7), six(7), six(8)];
    const random = deps.random;
    deps.random = (bytes) => (bytes === 6 ? (drawn.shift() ?? six(9)) : random(bytes));
    const other = await registered('grace@example.com');
    const first = await grant({}, other);
    const second = await grant();
    expect(first.person.residentPermitNumber).toBe('90000000000007');
    expect(second.person.residentPermitNumber).toBe('90000000000008');
    expect(await findResident(table, '90000000000007')).toMatchObject({ ownerId: other });
  });

  it('can be in the past', async () => {
    const { person } = await grant({ effectiveDate: year(2020), terminationDate: year(2021) });
    const resident = await findResident(table, String(person.residentPermitNumber));
    expect(resident && isActiveResident(resident, noon)).toBe(false);
  });

  it('can’t end before it begins', async () => {
    expect(await refusal(grant({ terminationDate: year(2020) }))).toBe('400 request.invalid_body');
    expect(await refusal(grant({ effectiveDate: noon, terminationDate: noon }))).toBe('done');
  });

  it('requires an existing person', async () => {
    expect(await refusal(grant({}, deps.newId()))).toBe('404 resource.not_found');
  });
});

describe('a further residency', () => {
  it('ends the earlier one, keeps the permit number and becomes the person’s current residency', async () => {
    const first = await grant({ effectiveDate: year(2020) });
    deps.clock.now = '2026-03-01T13:00:00.000Z';
    const second = await grant({ residencyType: 'Resident', effectiveDate: year(2025) });
    expect(second.person.residentPermitNumber).toBe(first.person.residentPermitNumber);
    expect(await readResidencies(table, personId)).toEqual([
      { ...first.residency, terminationDate: year(2025) },
      second.residency,
    ]);
    expect((await findPerson(table, personId))?.residency).toEqual(second.residency);
    expect(await findResident(table, String(second.person.residentPermitNumber))).toMatchObject({
      periods: [
        { effectiveDate: year(2020), terminationDate: year(2025) },
        { effectiveDate: year(2025), terminationDate: null },
      ],
    });
  });

  it('leaves one residency without an end if several are granted in parallel', async () => {
    await Promise.all(Array.from({ length: 8 }, () => grant()));
    const residencies = await readResidencies(table, personId);
    expect(residencies).toHaveLength(8);
    const open = residencies.filter(({ terminationDate }) => terminationDate === null);
    const person = await findPerson(table, personId);
    expect(open).toEqual([person?.residency]);
    const resident = await findResident(table, String(person?.residentPermitNumber));
    expect(resident?.periods).toHaveLength(8);
    expect(resident?.periods.filter(({ terminationDate }) => terminationDate === null)).toEqual([
      { effectiveDate: noon, terminationDate: null },
    ]);
  });
});

describe('a terminated residency', () => {
  it('ends now, both on the person and in verification', async () => {
    const { residency, person } = await grant({ effectiveDate: year(2020) });
    const ended = await terminate(residency.id);
    expect(ended.residency).toEqual({ ...residency, terminationDate: noon });
    expect((await findPerson(table, personId))?.residency).toEqual(ended.residency);
    const resident = await findResident(table, String(person.residentPermitNumber));
    expect(resident?.periods).toEqual([{ effectiveDate: year(2020), terminationDate: noon }]);
  });

  it('stays unchanged and is audited once if terminated again', async () => {
    const { residency } = await grant({ effectiveDate: year(2020) });
    const first = await terminate(residency.id);
    deps.clock.now = '2026-03-01T13:00:00.000Z';
    expect((await terminate(residency.id)).residency).toEqual(first.residency);
    const { items } = await readAudit(table, { subjectId: personId }, { limit: 10 });
    expect(items.filter(({ action }) => action === 'residency.terminated')).toHaveLength(1);
  });

  it('can’t end later than it already does, or before it begins', async () => {
    const { residency } = await grant({ effectiveDate: year(2020), terminationDate: year(2022) });
    expect(await refusal(terminate(residency.id, year(2023)))).toBe('409 residency.ends_earlier');
    expect(await refusal(terminate(residency.id, year(2019)))).toBe('400 request.invalid_body');
  });

  it('must belong to the person', async () => {
    await grant();
    const other = await registered('grace@example.com');
    const foreign = await grant({}, other);
    expect(await refusal(terminate(foreign.residency.id))).toBe('404 resource.not_found');
  });
});
