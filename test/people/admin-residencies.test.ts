import { beforeEach, describe, expect, it } from 'vitest';
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
  it('grants a residency, which the person and verification show at once', async () => {
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

  it('shows the newest residency, even one that is over', async () => {
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

  it('terminates one now, or on a date', async () => {
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
    ['no date', { residencyType: 'Resident', effectiveDate: 'soon' }],
    ['an end before the beginning', { residencyType: 'Resident', terminationDate: '2020-01-01' }],
  ])('answers 400 to %s', async (_, body) => {
    const { id } = await operator.aPerson();
    expect(await operator.refused('POST', `/persons/${id}/residencies`, body)).toEqual(invalidBody);
  });

  it('answers 404 for a person who does not exist', async () => {
    const body = { residencyType: 'Resident' };
    expect(await operator.refused('POST', `/persons/${unknownId}/residencies`, body)).toEqual(
      notFound,
    );
  });
});
