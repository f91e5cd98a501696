import { describe, expect, it } from 'vitest';
import { anAgentKey, anEntity, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const grace = await aResident(world);
const agent = await anAgentKey(world, ada.id, ['agent:entity.read', 'agent:entity.documents.read']);
const get = (id: string, key = ada.standardKey, suffix = '') =>
  world.call('GET', `/api/v1/legal_entities/${id}${suffix}`, { key });
const notFound = {
  status: 404,
  body: { error: 'Legal entity not found', code: 'entity.not_found' },
};

describe('GET /api/v1/legal_entities', () => {
  it('lists what the owner of a Standard Key represents, newest first, in pages', async () => {
    const mary = await aResident(world);
    const list = async (query = '') => {
      const answer = await world.call('GET', `/api/v1/legal_entities${query}`, {
        key: mary.standardKey,
      });
      return answer.body as {
        data: { id: string }[];
        pagination?: { limit: number; nextCursor: string | null };
      };
    };
    expect(await list()).toEqual({ data: [] });
    const older = await anEntity(world, { representatives: [mary.id] });
    world.clock.now += 1_000;
    const newer = await anEntity(world, { representatives: [mary.id, grace.id] });
    await anEntity(world, { representatives: [grace.id] });
    const one = await get(newer.id, mary.standardKey);
    expect(await list()).toEqual({
      data: [(one.body as { data: object }).data, expect.objectContaining({ id: older.id })],
    });
    const { data, pagination } = await list('?limit=1');
    expect(data.map(({ id }) => id)).toEqual([newer.id]);
    expect(await list(`?limit=1&cursor=${pagination?.nextCursor}`)).toMatchObject({
      data: [{ id: older.id }],
      pagination: { limit: 1, nextCursor: null },
    });
  });

  it('refuses Agent Keys', async () => {
    expect(await world.call('GET', '/api/v1/legal_entities', { key: agent })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient permissions', code: 'api_key.insufficient_permissions' },
    });
  });
});

describe('GET /api/v1/legal_entities/{id} (spec 4.11)', () => {
  it('shows an entity that the caller represents, with every field of the contract', async () => {
    const address = {
      line1: '1 Harbour Street',
      city: 'Port Town',
      postalCode: '1',
      country: 'HN',
    };
    const { id, residentPermitNumber, createdAt } = await anEntity(world, {
      name: 'Acme',
      registrationDate: '2025-05-05T10:00:00+02:00',
      formationDate: '2025-05-01',
      principalOfficeAddress: address,
      representatives: [ada.id],
    });
    const { status, body } = await get(id);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          id,
          optionId: 'llc',
          type: 'Limited Liability Company',
          name: 'Acme',
          extension: 'LLC',
          nameStartsWithExtension: false,
          formationDate: '2025-05-01T00:00:00.000Z',
          registrationDate: '2025-05-05T08:00:00.000Z',
          dissolutionDate: null,
          residentPermitNumber,
          principalOfficeAddress: address,
          createdAt,
        },
      },
    });
  });

  it('gives the same 404 for a missing entity, someone else’s entity and an invalid id', async () => {
    const { id } = await anEntity(world, { representatives: [grace.id] });
    expect(await get(id)).toMatchObject(notFound);
    expect(await get('7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11')).toMatchObject(notFound);
    expect(await get('not-an-id')).toMatchObject(notFound);
    expect(await get('%00%ff')).toMatchObject(notFound);
  });

  it('follows a change of representatives immediately', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    expect((await get(id)).status).toBe(200);
    await world.admin('DELETE', `/legal_entities/${id}/representatives/${ada.id}`);
    expect(await get(id)).toMatchObject(notFound);
    await world.admin('PUT', `/legal_entities/${id}/representatives/${ada.id}`);
    expect((await get(id)).status).toBe(200);
  });

  it('shows an Agent Key only entities that came through the API', async () => {
    const viaApi = await anEntity(world, { representatives: [ada.id], createdViaAPI: true });
    const legacy = await anEntity(world, { representatives: [ada.id] });
    expect((await get(viaApi.id, agent)).status).toBe(200);
    expect(await get(legacy.id, agent)).toMatchObject(notFound);
  });

  it('needs two round trips to the table, authentication included', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    world.proxy.calls.reset();
    await get(id);
    expect(world.proxy.calls.list().map(({ operation }) => operation)).toEqual([
      'GetItem',
      'BatchGetItem',
    ]);
  });
});

describe('GET /api/v1/legal_entities/{id}/documents (spec 4.12)', () => {
  const pdf = Buffer.from('%PDF-1.7 certificate').toString('base64');
  const file = { contentType: 'application/pdf', contentBase64: pdf };

  it('lists only visible documents, newest first', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const path = `/legal_entities/${id}/documents`;
    const first = await created(world, path, {
      ...file,
      name: 'Certificate of Organization',
      slug: 'certificate-of-organization',
      version: '2.1',
    });
    await created(world, path, { ...file, name: 'Draft', visibility: 'hidden' });
    await created(world, path, { ...file, name: 'Notes', visibility: 'admin_only' });
    world.clock.now += 1;
    const second = await created(world, path, { ...file, name: 'Rider' });
    const { status, body } = await get(id, ada.standardKey, '/documents');
    const fileUrl = expect.stringMatching(/^http:\/\/.*X-Amz-Expires=3600/);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: [
          {
            id: second.id,
            name: 'Rider',
            slug: null,
            version: null,
            fileUrl,
            createdAt: second['createdAt'],
          },
          {
            id: first.id,
            name: 'Certificate of Organization',
            slug: 'certificate-of-organization',
            version: 2,
            fileUrl,
            createdAt: first['createdAt'],
          },
        ],
      },
    });
  });

  it('returns URLs that serve the document without credentials', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    await created(world, `/legal_entities/${id}/documents`, { ...file, name: 'Résumé "1"' });
    const { body } = await get(id, ada.standardKey, '/documents');
    const [document] = (body as { data: { fileUrl: string }[] }).data;
    const response = await fetch(String(document?.fileUrl));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(await response.text()).toBe('%PDF-1.7 certificate');
    const tampered = await fetch(String(document?.fileUrl).replace('Expires=3600', 'Expires=9999'));
    expect(tampered.status).toBe(403);
  });

  it('follows a change of visibility immediately', async () => {
    const { id } = await anEntity(world, { representatives: [ada.id] });
    const document = await created(world, `/legal_entities/${id}/documents`, {
      ...file,
      name: 'A',
    });
    await world.admin('PATCH', `/legal_entities/${id}/documents/${document.id}`, {
      visibility: 'hidden',
    });
    expect((await get(id, ada.standardKey, '/documents')).body).toEqual({ data: [] });
  });

  it('returns 404 if the caller cannot read the entity', async () => {
    const { id } = await anEntity(world, { representatives: [grace.id] });
    expect(await get(id, ada.standardKey, '/documents')).toMatchObject(notFound);
    const legacy = await anEntity(world, { representatives: [ada.id] });
    expect(await get(legacy.id, agent, '/documents')).toMatchObject(notFound);
  });
});
