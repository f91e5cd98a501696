import { beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '../../shared/platform/db/audit-trail.ts';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
beforeEach(() => {
  world.clock.now = Date.parse(noon);
});

const noon = '2026-03-01T12:00:00.000Z';
const noonAnd = (minutes: number) => `2026-03-01T12:0${minutes}:00.000Z`;
const minute = () => {
  world.clock.now += 60_000;
};

describe('/admin/v1/persons/{id}/residencies', () => {
  it('grants a residency, which is shown with the person immediately', async () => {
    const { id } = await operator.aPerson();
    const residency = await created(world, `/persons/${id}/residencies`, {
      residencyType: 'Resident',
    });
    const rpn = String(residency['residentPermitNumber']);
    expect(rpn).toMatch(/^9\d{13}$/);
    expect(residency).toEqual({
      id: residency.id,
      residencyType: 'Resident',
      effectiveDate: noon,
      terminationDate: null,
      active: true,
      residentPermitNumber: rpn,
    });
    expect(await operator.data('GET', `/persons/${id}`)).toMatchObject({
      residentPermitNumber: rpn,
      residency,
    });
  });

  it('shows the newest residency of a person, even one that has ended', async () => {
    const { id } = await operator.aPerson();
    await created(world, `/persons/${id}/residencies`, { residencyType: 'e-Resident' });
    const over = await created(world, `/persons/${id}/residencies`, {
      residencyType: 'Limited e-Resident',
      effectiveDate: '2020-01-01',
      terminationDate: '2021-01-01T00:00:00+01:00',
    });
    expect(over).toMatchObject({
      effectiveDate: '2020-01-01T00:00:00.000Z',
      terminationDate: '2020-12-31T23:00:00.000Z',
      active: false,
    });
    expect(await operator.data('GET', `/persons/${id}`)).toMatchObject({ residency: over });
  });

  it('terminates a residency now or on a given date, and never later than it ends', async () => {
    const { id } = await operator.aPerson();
    const path = `/persons/${id}/residencies`;
    const residency = await created(world, path, { residencyType: 'Resident' });
    minute();
    const later = { terminationDate: noonAnd(5) };
    const end = `${path}/${residency.id}/terminate`;
    expect(await operator.data('POST', end, later)).toEqual({ ...residency, ...later });
    expect(await operator.data('POST', end)).toEqual({
      ...residency,
      terminationDate: noonAnd(1),
      active: false,
    });
    expect(await operator.refused('POST', end, later)).toMatchObject({
      status: 409,
      code: 'residency.ends_earlier',
    });
    expect(await operator.refused('POST', end, { terminationDate: '2020-01-01' })).toEqual(
      invalidBody,
    );
    expect(await operator.refused('POST', `${path}/${unknownId}/terminate`)).toEqual(notFound);
  });

  it.each([
    ['an unknown type', { residencyType: 'resident' }],
    ['no type', {}],
    ['an invalid date', { residencyType: 'Resident', effectiveDate: 'soon' }],
    ['an end before the beginning', { residencyType: 'Resident', terminationDate: '2020-01-01' }],
  ])('returns 400 for %s', async (_, body) => {
    const { id } = await operator.aPerson();
    expect(await operator.refused('POST', `/persons/${id}/residencies`, body)).toEqual(invalidBody);
  });

  it('returns 404 if the person does not exist', async () => {
    const body = { residencyType: 'Resident' };
    expect(await operator.refused('POST', `/persons/${unknownId}/residencies`, body)).toEqual(
      notFound,
    );
  });
});

describe('a first permit number for someone who may already have one', () => {
  const born = { dateOfBirth: '1971-03-04', citizenships: ['GB'] };
  const grant = { residencyType: 'Resident' };
  const mayHavePermit = { status: 409, code: 'person.may_have_permit' };
  const holder = async (fields: object) => {
    const person = await operator.aPerson(fields);
    const { residentPermitNumber } = await created(
      world,
      `/persons/${person.id}/residencies`,
      grant,
    );
    return { ...person, residentPermitNumber };
  };

  it('requires a reason, which is audited with the ids of the people', async () => {
    const first = await holder({ ...born, givenName: 'Ágnes', surname: 'De la Cruz' });
    const { id } = await operator.aPerson({ ...born, givenName: 'Agnes', surname: 'Delacruz' });
    const path = `/persons/${id}/residencies`;
    const { status, body } = await world.admin('POST', path, grant);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'person.may_have_permit', similarPeople: [first.id] },
    });
    expect(await operator.data('GET', `/persons/${id}`)).toMatchObject({
      residentPermitNumber: null,
    });
    await created(world, path, { ...grant, samePersonReason: 'Twins, by their passports.' });
    const { items } = await readAudit(world.table, { subjectId: id }, { limit: 10 });
    expect(items.find(({ action }) => action === 'residency.granted')?.details).toMatchObject({
      similarPeople: [first.id],
      reasonId: expect.any(String),
    });
    // A further residency adds no number.
    await created(world, path, { residencyType: 'e-Resident' });
  });

  it('compares the current date of birth, not a previous one', async () => {
    const name = { givenName: 'Nora', surname: 'Okafor' };
    const first = await holder(name);
    await world.admin('PATCH', `/persons/${first.id}`, { dateOfBirth: '1972-01-01' });
    const second = await operator.aPerson({ ...name, dateOfBirth: '1972-01-01' });
    const path = `/persons/${second.id}/residencies`;
    expect(await operator.refused('POST', path, grant)).toMatchObject(mayHavePermit);
    await world.admin('PATCH', `/persons/${first.id}`, { dateOfBirth: '1972-01-02' });
    await created(world, path, grant);
  });

  it('is granted to only one of two accounts of the same person in parallel', async () => {
    const person = { dateOfBirth: '1973-01-01', givenName: 'Ines', surname: 'Paz' };
    const accounts = await Promise.all([operator.aPerson(person), operator.aPerson(person)]);
    const answers = await Promise.all(
      accounts.map(({ id }) => world.admin('POST', `/persons/${id}/residencies`, grant)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
