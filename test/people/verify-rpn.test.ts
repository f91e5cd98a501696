import { beforeEach, describe, expect, it } from 'vitest';
import { anAgentKey, anEntity, aPartnerKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/verify_rpn';
const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000; // a new minute, so that tests don't use up each other's calls
});

function verify(rpn: unknown, key: string | undefined = ada.standardKey) {
  return world.call('POST', path, { key, body: { rpn } });
}

describe('POST /api/v1/verify_rpn (spec 4.13)', () => {
  it('finds a natural person with a current residency', async () => {
    const { status, body } = await verify(ada.rpn);
    expect({ status, body }).toEqual({
      status: 200,
      body: { result: 'found_natural_person', active: true },
    });
  });

  it('finds a legal entity with a current residency', async () => {
    const { residentPermitNumber } = await anEntity(world);
    expect((await verify(residentPermitNumber)).body).toEqual({
      result: 'found_legal_entity',
      active: true,
    });
  });

  it('returns not_found for an unknown number', async () => {
    const { status, body } = await verify('90000000000000');
    expect({ status, body }).toEqual({ status: 200, body: { result: 'not_found', active: false } });
  });

  it.each([
    ['has expired', { terminationDate: '2024-06-01T00:00:00.000Z' }],
    ['has not begun', { effectiveDate: '2999-01-01T00:00:00.000Z' }],
  ])('is not active when the residency %s', async (_, residency) => {
    const { rpn } = await aResident(world, residency);
    expect((await verify(rpn)).body).toEqual({ result: 'found_natural_person', active: false });
  });

  it('returns not active from the instant at which the residency ends', async () => {
    const end = world.clock.now + 1_000;
    const { rpn } = await aResident(world, { terminationDate: new Date(end).toISOString() });
    world.clock.now = end - 1;
    expect((await verify(rpn)).body).toEqual({ result: 'found_natural_person', active: true });
    world.clock.now = end;
    expect((await verify(rpn)).body).toEqual({ result: 'found_natural_person', active: false });
  });

  it('returns not active for a dissolved entity', async () => {
    const { id, residentPermitNumber } = await anEntity(world);
    await world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate: '2025-01-01' });
    expect((await verify(residentPermitNumber)).body).toEqual({
      result: 'found_legal_entity',
      active: false,
    });
  });

  it.each([
    ['absent', {}],
    ['null', { rpn: null }],
    ['a number', { rpn: 90000000000000 }],
    ['of 13 digits', { rpn: '9000000000000' }],
    ['of 15 digits', { rpn: '900000000000000' }],
    ['led by a 7', { rpn: '70000000000000' }],
    ['in other digits', { rpn: '٩٠٠٠٠٠٠٠٠٠٠٠٠٠' }],
    ['followed by a line break', { rpn: '90000000000000\n' }],
    ['only inherited', JSON.parse('{"constructor":{"rpn":"90000000000000"}}')],
  ])('returns 400 Missing `rpn` parameter when it is %s', async (_, body) => {
    const answer = await world.call('POST', path, { key: ada.standardKey, body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'Missing `rpn` parameter',
      code: 'request.missing_parameter',
      details: [{ path: ['rpn'] }],
    });
  });

  it('explains the error in details, and repeats nothing from the request', async () => {
    const answer = await verify(12345678901234);
    expect(answer.body).toEqual({
      error: 'Missing `rpn` parameter',
      code: 'request.missing_parameter',
      details: [
        {
          code: 'invalid_type',
          expected: 'string',
          received: 'number',
          path: ['rpn'],
          message: expect.stringContaining('expected string'),
        },
      ],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('accepts an Agent Key with agent:verify_rpn and refuses one without it', async () => {
    const able = await anAgentKey(world, ada.id, ['agent:verify_rpn']);
    const unable = await anAgentKey(world, ada.id, ['agent:entity.read']);
    expect((await verify(ada.rpn, able)).status).toBe(200);
    expect(await verify(ada.rpn, unable)).toMatchObject({
      status: 403,
      body: { error: 'Insufficient permissions', code: 'api_key.insufficient_permissions' },
    });
  });

  it('refuses a Partner Key as invalid', async () => {
    expect(await verify(ada.rpn, await aPartnerKey(world))).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key', code: 'api_key.invalid' },
    });
  });

  it('needs two sequential round trips to the table, including authentication', async () => {
    await verify(ada.rpn);
    world.proxy.calls.reset();
    await verify(ada.rpn);
    const operations = world.proxy.calls.list().map(({ operation }) => operation);
    // The key first; then the count and the number in parallel.
    expect(operations.toSorted()).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
    expect(world.proxy.calls.roundTrips()).toBe(2);
  });
});
