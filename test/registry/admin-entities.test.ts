import { beforeEach, describe, expect, it } from 'vitest';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const grace = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

const unknownId = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';
const now = () => new Date(world.clock.now).toISOString();

async function admin(method: string, path: string, body?: unknown) {
  const answer = await world.admin(method, path, body);
  return { status: answer.status, body: answer.body };
}

async function search(query: string): Promise<unknown> {
  const path = '/api/v1/registries/legal_entities/search';
  return (await world.call('POST', path, { key: ada.standardKey, body: { query } })).body;
}

async function verify(rpn: unknown): Promise<unknown> {
  return (await world.call('POST', '/api/v1/verify_rpn', { key: ada.standardKey, body: { rpn } }))
    .body;
}

const invalid = (...paths: readonly (readonly (string | number)[])[]) => ({
  status: 400,
  body: {
    error: 'Invalid request body',
    code: 'request.invalid_body',
    details: paths.map((path) => ({ path })),
  },
});
const notFound = { status: 404, body: { error: 'Not found', code: 'resource.not_found' } };
const nameTaken = {
  status: 409,
  body: { error: 'A legal entity with this name already exists', code: 'entity.name_taken' },
};

describe('POST /admin/v1/legal_entities', () => {
  it('imports an entity and fills missing fields with the current time, null or the default', async () => {
    const sent = { optionId: 'llc', name: '  Acme \u00a0 Labs ', extension: 'LLC' };
    const answer = await admin('POST', '/legal_entities', sent);
    expect(answer).toEqual({
      status: 200,
      body: {
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          optionId: 'llc',
          type: 'Limited Liability Company',
          name: 'Acme Labs',
          extension: 'LLC',
          nameStartsWithExtension: false,
          formationDate: null,
          registrationDate: now(),
          dissolutionDate: null,
          residentPermitNumber: expect.stringMatching(/^8\d{13}$/),
          principalOfficeAddress: null,
          createdAt: now(),
          createdViaAPI: false,
          taxState: 'current',
          residency: { effectiveDate: now(), terminationDate: null, active: true },
          representatives: [],
          applicationId: null,
        },
      },
    });
  });

  it('imports every field, and the next calls return it', async () => {
    const address = { line1: '1 Quay', line2: null, city: 'Port', postalCode: '1', country: 'HN' };
    const { id, residentPermitNumber, ...rest } = await anEntity(world, {
      optionId: 'nonprofit',
      name: 'Harbour Friends',
      extension: 'Foundation',
      nameStartsWithExtension: true,
      formationDate: '2001-02-03',
      registrationDate: '2001-02-04T10:00:00+02:00',
      dissolutionDate: null,
      principalOfficeAddress: address,
      createdViaAPI: true,
      taxState: 'overdue',
      residency: {
        effectiveDate: '2001-02-04T00:00:00Z',
        terminationDate: '2010-01-01T00:00:00Z',
      },
      representatives: [ada.id, ada.id],
    });
    const registered = {
      id,
      name: 'Harbour Friends',
      extension: 'Foundation',
      residentPermitNumber,
    };
    expect(rest).toMatchObject({
      optionId: 'nonprofit',
      type: 'nonprofit',
      nameStartsWithExtension: true,
      formationDate: '2001-02-03T00:00:00.000Z',
      registrationDate: '2001-02-04T08:00:00.000Z',
      principalOfficeAddress: address,
      createdViaAPI: true,
      taxState: 'overdue',
      residency: {
        effectiveDate: '2001-02-04T00:00:00.000Z',
        terminationDate: '2010-01-01T00:00:00.000Z',
        active: false,
      },
      representatives: [{ personId: ada.id, since: now() }],
    });
    expect(await search('harbour friends')).toEqual({ results: [registered] });
    expect(await verify(residentPermitNumber)).toEqual({
      result: 'found_legal_entity',
      active: false,
    });
    const read = await admin('GET', `/legal_entities/${id}`);
    expect(read).toEqual({ status: 200, body: { data: { id, residentPermitNumber, ...rest } } });
  });

  it('accepts a given permit number unless a person or an entity already has it', async () => {
    const number = '80000000004711';
    const own = await anEntity(world, { residentPermitNumber: number });
    expect(own).toMatchObject({ residentPermitNumber: number });
    expect(await verify(number)).toEqual({ result: 'found_legal_entity', active: true });
    expect(await search(number)).toMatchObject({ results: [{ id: own.id }] });
    const taken = {
      status: 409,
      body: {
        error: 'Another resident has this resident permit number. Use another one.',
        code: 'resident_permit_number.taken',
      },
    };
    const sent = { optionId: 'llc', name: 'Number Two', extension: 'LLC' };
    for (const residentPermitNumber of [number, ada.rpn]) {
      expect(
        await admin('POST', '/legal_entities', { ...sent, residentPermitNumber }),
      ).toMatchObject(taken);
    }
    // A refused import leaves nothing behind: the name is still free. A number is allocated if none is given.
    const allocated = await anEntity(world, { ...sent, residentPermitNumber: null });
    expect(allocated).toMatchObject({ residentPermitNumber: expect.stringMatching(/^8\d{13}$/) });
  });

  it('imports only one of several entities sent with the same permit number at the same time', async () => {
    const residentPermitNumber = '80000000004712';
    const statuses = await Promise.all(
      ['Racer One', 'Racer Two', 'Racer Three'].map(
        async (name) =>
          (
            await admin('POST', '/legal_entities', {
              optionId: 'llc',
              name,
              extension: 'LLC',
              residentPermitNumber,
            })
          ).status,
      ),
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it('refuses an equivalent name with 409, and an unknown representative or referral code with 400', async () => {
    const { name } = await anEntity(world);
    const sent = { optionId: 'llc', name, extension: 'Ltd. Co.' };
    const upper = { ...sent, name: String(name).toUpperCase() };
    expect(await admin('POST', '/legal_entities', upper)).toMatchObject(nameTaken);
    const stranger = { ...sent, representatives: [ada.id, unknownId] };
    expect(await admin('POST', '/legal_entities', stranger)).toMatchObject(
      invalid(['representatives', 1]),
    );
    const unknownCode = { ...sent, referralCode: 'NOBODYS' };
    expect(await admin('POST', '/legal_entities', unknownCode)).toMatchObject({
      status: 400,
      body: { error: 'Unknown referral code', code: 'referral.unknown_code' },
    });
  });

  it.each([
    ['nothing', {}, [['optionId'], ['name'], ['extension']]],
    ['an option that is not a slug', { optionId: 'L L C' }, [['optionId']]],
    ['a blank name', { name: '  ' }, [['name']]],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, [['name']]],
    ['a control character', { name: 'a\u0007b' }, [['name']]],
    ['a date that does not exist', { formationDate: '2026-02-30' }, [['formationDate']]],
    [
      'a number of thirteen digits',
      { residentPermitNumber: '8000000000471' },
      [['residentPermitNumber']],
    ],
    [
      'a number that starts with 7',
      { residentPermitNumber: '70000000000471' },
      [['residentPermitNumber']],
    ],
    ['an unknown tax state', { taxState: 'late' }, [['taxState']]],
    ['a representative that is not an id', { representatives: ['ada'] }, [['representatives', 0]]],
    [
      'more than twenty representatives',
      { representatives: Array.from({ length: 21 }, () => unknownId) },
      [['representatives']],
    ],
    [
      'an incomplete address',
      { principalOfficeAddress: { line1: 'x', city: 'x', country: 'HN' } },
      [['principalOfficeAddress', 'postalCode']],
    ],
  ])('refuses %s with 400 and the path of the field', async (what, change, paths) => {
    const whole = what === 'nothing' ? {} : { optionId: 'llc', name: 'Bad', extension: 'LLC' };
    const answer = await admin('POST', '/legal_entities', { ...whole, ...change });
    expect(answer).toMatchObject(invalid(...paths));
  });
});

describe('PATCH /admin/v1/legal_entities/{id}', () => {
  it('renames an entity: frees the old name, takes the new one and updates the search', async () => {
    const { id, residentPermitNumber, ...before } = await anEntity(world, { name: 'Old Mill' });
    await search('old mill');
    world.clock.now += 1000;
    const revised = await admin('PATCH', `/legal_entities/${id}`, { name: 'New Mill' });
    expect(revised).toEqual({
      status: 200,
      body: { data: { id, residentPermitNumber, ...before, name: 'New Mill' } },
    });
    expect(await search('old mill')).toEqual({ results: [] });
    expect(await search('new mill')).toMatchObject({ results: [{ id, name: 'New Mill' }] });
    const other = await anEntity(world, { name: 'OLD MILL' });
    expect(await admin('PATCH', `/legal_entities/${other.id}`, { name: 'new mill' })).toMatchObject(
      nameTaken,
    );
  });

  it('dissolves an entity, which ends its residency on every route until it is undone', async () => {
    const { id, residentPermitNumber } = await anEntity(world);
    const dissolutionDate = now();
    const dissolved = await admin('PATCH', `/legal_entities/${id}`, { dissolutionDate });
    expect(dissolved).toMatchObject({
      body: { data: { dissolutionDate, residency: { active: false } } },
    });
    expect(await verify(residentPermitNumber)).toMatchObject({ active: false });
    const restored = await admin('PATCH', `/legal_entities/${id}`, { dissolutionDate: null });
    expect(restored).toMatchObject({ body: { data: { residency: { active: true } } } });
    expect(await verify(residentPermitNumber)).toMatchObject({ active: true });
  });

  it('merges the residency and clears fields that are null', async () => {
    const { id } = await anEntity(world, {
      formationDate: '2020-01-01',
      residency: { effectiveDate: '2020-01-01', terminationDate: '2021-01-01' },
    });
    const body = { formationDate: null, residency: { terminationDate: null } };
    expect(await admin('PATCH', `/legal_entities/${id}`, body)).toMatchObject({
      status: 200,
      body: {
        data: {
          formationDate: null,
          residency: {
            effectiveDate: '2020-01-01T00:00:00.000Z',
            terminationDate: null,
            active: true,
          },
        },
      },
    });
  });

  it('refuses an unknown id with 404, and null for a required field with 400', async () => {
    expect(await admin('PATCH', `/legal_entities/${unknownId}`, {})).toMatchObject(notFound);
    expect(await admin('GET', `/legal_entities/${unknownId}`)).toMatchObject(notFound);
    const { id } = await anEntity(world);
    expect(await admin('PATCH', `/legal_entities/${id}`, { name: null })).toMatchObject(
      invalid(['name']),
    );
  });
});

describe('PUT and DELETE /admin/v1/legal_entities/{id}/representatives/{personId}', () => {
  it('change nothing when repeated', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const path = `/legal_entities/${id}/representatives/${grace.id}`;
    const first = { personId: ada.id, since: now() };
    world.clock.now += 1000;
    const second = { personId: grace.id, since: now() };
    const both = { status: 200, body: { data: { representatives: [first, second] } } };
    expect(await admin('PUT', path)).toMatchObject(both);
    world.clock.now += 1000;
    expect(await admin('PUT', path)).toMatchObject(both);
    const one = { status: 200, body: { data: { representatives: [first] } } };
    expect(await admin('DELETE', path)).toMatchObject(one);
    expect(await admin('DELETE', path)).toMatchObject(one);
  });

  it('refuse an unknown person or entity with 404', async () => {
    const { id } = await anEntity(world);
    for (const method of ['PUT', 'DELETE']) {
      const person = `/legal_entities/${id}/representatives/${unknownId}`;
      expect(await admin(method, person)).toMatchObject(notFound);
      const entity = `/legal_entities/${unknownId}/representatives/${ada.id}`;
      expect(await admin(method, entity)).toMatchObject(notFound);
    }
  });
});
