import { beforeEach, describe, expect, it } from 'vitest';
import { anEntity, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const path = '/api/v1/registries/legal_entities/search';
const world = await useWorld();
const ada = await aResident(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

async function search(query: unknown) {
  return world.call('POST', path, { key: ada.standardKey, body: { query } });
}

async function names(query: string) {
  const { body } = await search(query);
  return (body as { results: { name: string }[] }).results.map(({ name }) => name);
}

describe('POST /api/v1/registries/legal_entities/search (spec 4.9)', () => {
  it('finds by name and returns only id, name, extension and permit number', async () => {
    const { id, residentPermitNumber } = await anEntity(world, { name: 'Harbour Lights' });
    expect((await search('harbour')).body).toEqual({
      results: [{ id, name: 'Harbour Lights', extension: 'LLC', residentPermitNumber }],
    });
  });

  it('finds an entity immediately after a change', async () => {
    const { id } = await anEntity(world, { name: 'Early Bird' });
    expect(await names('early bird')).toEqual(['Early Bird']);
    await world.admin('PATCH', `/legal_entities/${id}`, { name: 'Late Bird' });
    expect(await names('early bird')).toEqual([]);
    expect(await names('late bird')).toEqual(['Late Bird']);
    await world.admin('PATCH', `/legal_entities/${id}`, { dissolutionDate: '2025-01-01' });
    expect(await names('late bird')).toEqual(['Late Bird']);
  });

  it('requires every word, in any order and case, anywhere in the name', async () => {
    await anEntity(world, { name: 'Blue Mountain Coffee' });
    expect(await names('COFFEE blue')).toEqual(['Blue Mountain Coffee']);
    expect(await names('blue tea')).toEqual([]);
    expect(await names('ountai')).toEqual(['Blue Mountain Coffee']);
  });

  it('finds by part of the permit number', async () => {
    const { residentPermitNumber } = await anEntity(world, { name: 'Numbered' });
    const digits = String(residentPermitNumber);
    expect(await names(digits)).toEqual(['Numbered']);
    expect(await names(digits.slice(3, 12))).toContain('Numbered');
  });

  it('returns an empty list if nothing matches', async () => {
    const { status, body } = await search('no such entity');
    expect({ status, body }).toEqual({ status: 200, body: { results: [] } });
  });

  it.each([
    ['absent', undefined],
    ['blank', '   '],
    ['empty', ''],
    ['a number', 5],
    ['null', null],
  ])('refuses a query that is %s with 400 Missing `query` parameter', async (_, query) => {
    expect(await search(query)).toMatchObject({
      status: 400,
      body: {
        error: 'Missing `query` parameter',
        code: 'request.missing_parameter',
        details: [{ path: ['query'] }],
      },
    });
  });

  it('accepts 100 characters and refuses 101 as an invalid body', async () => {
    expect((await search('😀'.repeat(100))).status).toBe(200);
    expect(await search('x'.repeat(101))).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid request body',
        code: 'request.invalid_body',
        details: [{ path: ['query'] }],
      },
    });
  });

  it('ignores invisible characters, and refuses a query that has no others', async () => {
    expect((await search('acme\u200b')).body).toEqual((await search('acme')).body);
    expect(await search('\u3164')).toMatchObject({
      status: 400,
      body: { error: 'Missing `query` parameter' },
    });
  });

  it('reads only changes, with one query a call', async () => {
    await names('anything');
    world.proxy.calls.reset();
    await names('anything');
    const operations = world.proxy.calls.list().map(({ operation }) => operation);
    expect(operations.toSorted()).toEqual(['GetItem', 'Query', 'UpdateItem']);
    expect(world.proxy.calls.roundTrips()).toBe(2);
  });
});
